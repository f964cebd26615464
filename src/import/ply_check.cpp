// The counts of a PLY file against its bytes. Assimp makes room for what the header and each list promise
// before it looks whether they are there; here every promise is followed through the file first, without
// making anything. Format: G. Turk, "The PLY Polygon File Format", 1994.
#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>

#include "core/text.h"
#include "import/assimp_preflight.h"

namespace ambula {
namespace {

enum class Layout { ascii, little, big };

struct Property {
  std::size_t count_size = 0;  // bytes of a list's length; 0 for a single value
  std::size_t size = 0;
};

struct Element {
  std::string_view name;
  std::uint64_t count = 0;
  std::uint64_t line = 0, offset = 0;  // where the header declares it
  std::vector<Property> properties;
};

struct Header {
  Layout layout = Layout::ascii;
  std::vector<Element> elements;
  std::size_t end = 0;      // offset of the data
  std::uint64_t lines = 0;  // before the data
};

std::size_t size_of_type(std::string_view type) {
  if (type == "char" || type == "uchar" || type == "int8" || type == "uint8") return 1;
  if (type == "short" || type == "ushort" || type == "int16" || type == "uint16") return 2;
  if (type == "int" || type == "uint" || type == "int32" || type == "uint32") return 4;
  if (type == "float" || type == "float32") return 4;
  if (type == "double" || type == "float64") return 8;
  return 0;
}

// Takes the next word off the front of a line; empty at its end.
std::string_view next_word(std::string_view& line) {
  constexpr std::string_view kBlank = " \t\r";
  line.remove_prefix(std::min(line.find_first_not_of(kBlank), line.size()));
  const std::string_view word = line.substr(0, std::min(line.find_first_of(kBlank), line.size()));
  line.remove_prefix(word.size());
  return word;
}

std::optional<std::uint64_t> whole(std::string_view word) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

// Takes the next line off `bytes` from `at` on.
std::string_view next_line(std::string_view bytes, std::size_t& at) {
  const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
  const std::string_view line = bytes.substr(at, end - at);
  at = std::min(end + 1, bytes.size());
  return line;
}

// One line of the header; false at its end, and what is wrong as text.
Result<bool> read_header_line(std::string_view line, std::uint64_t number, std::uint64_t offset,
                              Header& header) {
  const auto bad = [](const auto&... what) { return fail(ErrorCode::bad_format, text(what...)); };
  const std::string_view word = next_word(line);
  if (word == "end_header") return false;
  if (word == "format") {
    const std::string_view format = next_word(line);
    if (format == "binary_little_endian") {
      header.layout = Layout::little;
    } else if (format == "binary_big_endian") {
      header.layout = Layout::big;
    } else if (format != "ascii") {
      return bad("unknown format \"", format, "\"");
    }
  } else if (word == "element") {
    const std::string_view name = next_word(line), count = next_word(line);
    const auto n = whole(count);
    if (!n) return bad("element ", name, " has the count \"", count, "\", which is not a whole number");
    header.elements.push_back({name, *n, number, offset, {}});
  } else if (word == "property") {
    if (header.elements.empty()) return bad("a property before the first element");
    Property p;
    std::string_view type = next_word(line);
    if (type == "list") {
      const std::string_view count_type = next_word(line);
      p.count_size = size_of_type(count_type);
      if (p.count_size == 0 || p.count_size == 8) return bad("unknown list type \"", count_type, "\"");
      type = next_word(line);
    }
    p.size = size_of_type(type);
    if (p.size == 0) return bad("unknown type \"", type, "\"");
    header.elements.back().properties.push_back(p);
  }
  return true;  // comments, obj_info, and whatever else a writer left
}

Result<Header> read_header(std::string_view bytes, std::string_view name) {
  if (!bytes.starts_with("ply\n") && !bytes.starts_with("ply\r\n")) {
    return fail(ErrorCode::bad_format, text(name, ": line 1: a PLY file begins with the line \"ply\""), 1);
  }
  Header header;
  std::size_t at = 0;
  for (bool more = true; more;) {
    if (at >= bytes.size()) {
      return fail(ErrorCode::bad_format,
                  text(name, ": line ", header.lines, ": the header has no end_header"), header.lines);
    }
    const std::size_t offset = at;
    const std::string_view line = next_line(bytes, at);
    ++header.lines;
    auto read = read_header_line(line, header.lines, offset, header);
    if (!read) {
      return fail(ErrorCode::bad_format, text(name, ": line ", header.lines, ": ", read.error().message),
                  header.lines);
    }
    more = *read;
  }
  header.end = at;
  return header;
}

Failure too_many(std::string_view name, const Element& e, std::uint64_t have) {
  return fail(ErrorCode::bad_format,
              text(name, ": line ", e.line, ": promises ", e.count, " of element ", e.name, ", but only ",
                   have, " bytes are left for them"),
              e.line);
}

// Length of a list whose count stands at `at`; a negative one comes out huge, and is refused as such.
std::uint64_t list_length(std::string_view bytes, std::size_t at, std::size_t size, Layout layout) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t from = layout == Layout::little ? size - 1 - i : i;
    value = value << 8 | static_cast<unsigned char>(bytes[at + from]);
  }
  return value;
}

Result<void> walk_binary(std::string_view bytes, const Header& header, std::string_view name) {
  std::size_t at = header.end;
  for (const Element& e : header.elements) {
    std::uint64_t row = 0;  // the least a row takes
    bool lists = false;
    for (const Property& p : e.properties) {
      row += p.count_size == 0 ? p.size : p.count_size;
      lists = lists || p.count_size != 0;
    }
    const std::uint64_t left = bytes.size() - at;
    if (e.count > left / std::max<std::uint64_t>(row, 1)) return too_many(name, e, left);
    if (!lists) {
      at += static_cast<std::size_t>(e.count * row);
      continue;
    }
    for (std::uint64_t i = 0; i < e.count; ++i) {
      for (const Property& p : e.properties) {
        const std::size_t head = p.count_size == 0 ? p.size : p.count_size;
        if (head > bytes.size() - at) return too_many(name, e, left);
        const std::uint64_t n = p.count_size == 0 ? 0 : list_length(bytes, at, p.count_size, header.layout);
        if (n > (bytes.size() - at - head) / p.size) {
          return fail(ErrorCode::bad_format,
                      text(name, ": byte ", at, ": a list of ", n,
                           " values reaches past the end of the file at ", bytes.size()),
                      at);
        }
        at += head + static_cast<std::size_t>(n) * p.size;
      }
    }
  }
  return {};
}

Result<void> walk_ascii(std::string_view bytes, const Header& header, std::string_view name) {
  std::size_t at = header.end;
  std::uint64_t number = header.lines;
  for (const Element& e : header.elements) {
    // A value takes a digit and what parts it from the next.
    const std::uint64_t least = 2 * std::max<std::uint64_t>(1, e.properties.size());
    const std::uint64_t left = bytes.size() - at + 1;
    if (e.count > left / least) return too_many(name, e, bytes.size() - at);
    for (std::uint64_t i = 0; i < e.count; ++i) {
      ++number;
      const auto bad = [&](const auto&... what) {
        return fail(ErrorCode::bad_format, text(name, ": line ", number, ": ", what...), number);
      };
      if (at >= bytes.size()) return bad("the file ends after ", i, " of ", e.count, " of element ", e.name);
      std::string_view line = next_line(bytes, at);
      for (const Property& p : e.properties) {
        const std::string_view word = next_word(line);
        if (word.empty()) return bad("too few values for element ", e.name);
        if (p.count_size == 0) continue;
        const auto n = whole(word);
        if (!n || *n > line.size() / 2) return bad("a list of ", word, " values does not fit its line");
        for (std::uint64_t k = 0; k < *n; ++k) {
          if (next_word(line).empty()) return bad("a list of ", word, " values holds only ", k);
        }
      }
    }
  }
  return {};
}

}  // namespace

Result<void> check_ply(std::string_view bytes, std::string_view name) {
  auto header = read_header(bytes, name);
  if (!header) return fail(header.error());
  return header->layout == Layout::ascii ? walk_ascii(bytes, *header, name)
                                         : walk_binary(bytes, *header, name);
}

}  // namespace ambula
