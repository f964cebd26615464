// JSON text with the byte offset of its first mistake, which the library reports only to who reads it piece
// by piece: so the text is read twice, first for mistakes and depth, then for its value.
#include "import/json.h"

#include "core/text.h"

namespace ambula {
namespace {

// Deeper than any exporter goes (extensions reach 10), shallow enough for whoever walks the value.
constexpr std::size_t kMaxDepth = 100;

// Reads the text for its mistakes and its depth only, keeping nothing.
class Checker : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool key(string_t&) override { return true; }
  bool start_object(std::size_t) override { return enter(); }
  bool start_array(std::size_t) override { return enter(); }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& e) override {
    mistake_at = position == 0 ? 0 : position - 1;  // the library counts from one
    // "[json.exception.parse_error.101] parse error at line 1, column 2: what is wrong"
    what = e.what();
    if (const auto end = what.find("] "); end != std::string::npos) what.erase(0, end + 2);
    return false;
  }

  std::size_t depth = 0, mistake_at = 0;
  std::string what;
  bool too_deep = false;

 private:
  bool enter() {
    too_deep = ++depth > kMaxDepth;
    return !too_deep;
  }
  bool leave() {
    --depth;
    return true;
  }
};

}  // namespace

Result<Json> parse_json(std::string_view json, std::uint64_t offset, std::string_view name) {
  Checker checker;
  const bool ok = Json::sax_parse(json.begin(), json.end(), &checker);
  if (checker.too_deep) {
    return fail(ErrorCode::bad_format, text(name, ": its JSON is nested more than ", kMaxDepth, " deep"));
  }
  if (!ok) {
    const std::uint64_t at = offset + checker.mistake_at;
    return fail(ErrorCode::bad_format, text(name, ": byte ", at, ": not valid JSON: ", checker.what), at);
  }
  return Json::parse(json.begin(), json.end(), nullptr, false);
}

const Json* find(const Json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto it = object.find(key);
  return it == object.end() ? nullptr : &*it;
}

std::string text_or(const Json& object, const char* key, std::string_view otherwise) {
  const Json* value = find(object, key);
  return value && value->is_string() ? value->get_ref<const std::string&>() : std::string(otherwise);
}

std::optional<std::uint64_t> whole_number(const Json& value) {
  constexpr double kLimit = 9007199254740992.0;  // 2^53: above it a double skips whole numbers
  if (value.is_number_unsigned()) {
    const auto n = value.get<std::uint64_t>();
    return n < static_cast<std::uint64_t>(kLimit) ? std::optional(n) : std::nullopt;
  }
  if (!value.is_number_float()) return std::nullopt;
  const double d = value.get<double>();
  if (!(d >= 0 && d < kLimit)) return std::nullopt;
  const auto n = static_cast<std::uint64_t>(d);
  return static_cast<double>(n) == d ? std::optional(n) : std::nullopt;
}

}  // namespace ambula
