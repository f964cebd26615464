// Chunk contents: 64-bit numbers, strings and arrays, each padded to 8 bytes. Alignment by construction was
// chosen over an align() call between items because nobody can forget it.
#include "io/bytes.h"

#include <algorithm>
#include <utility>

#include "core/text.h"

namespace ambula {
namespace {

// Zero bytes after `size` bytes, up to a multiple of 8.
constexpr std::size_t padding_after(std::size_t size) { return (8 - size % 8) % 8; }

}  // namespace

void ByteWriter::append(const void* data, std::size_t size) {
  if (size == 0) return;
  const auto* bytes = static_cast<const std::byte*>(data);
  out_->insert(out_->end(), bytes, bytes + size);
  out_->insert(out_->end(), padding_after(size), std::byte{0});
}

void ByteWriter::string(std::string_view value) {
  u64(value.size());
  append(value.data(), value.size());
}

void ByteWriter::strings(const std::vector<std::string>& values) {
  u64(values.size());
  for (const std::string& value : values) string(value);
}

void ByteReader::refuse(std::string problem) {
  if (!ok()) return;
  problem_ = std::move(problem);
  problem_at_ = offset_ + at_;
}

bool ByteReader::take(void* out, std::size_t size) {
  if (ok() && left() < size) refuse(text("needs ", size, " bytes where ", left(), " are left"));
  if (!ok()) return false;
  std::memcpy(out, bytes_.data() + at_, size);
  at_ += size;
  return true;
}

std::uint64_t ByteReader::u64() {
  std::uint64_t value = 0;
  take(&value, sizeof(value));
  return value;
}

double ByteReader::f64() {
  double value = 0;
  take(&value, sizeof(value));
  return value;
}

Vec3 ByteReader::vec3() {
  const double x = f64(), y = f64(), z = f64();
  return {x, y, z};
}

std::size_t ByteReader::count(std::size_t smallest, std::string_view what) {
  const std::uint64_t value = u64();
  if (!ok()) return 0;
  if (value > left() / smallest) {
    at_ -= sizeof(value);  // the count is what is wrong, so the message points at it
    refuse(text(value, " ", what, " of at least ", smallest, " bytes each cannot stand in the ",
                left() - sizeof(value), " bytes left"));
    return 0;
  }
  return static_cast<std::size_t>(value);
}

std::string ByteReader::string() {
  const std::size_t size = count(1, "characters");
  if (size == 0) return {};
  std::string value(reinterpret_cast<const char*>(bytes_.data() + at_), size);
  skip_padded(size);
  return ok() ? value : std::string();
}

std::vector<std::string> ByteReader::strings(std::string_view what) {
  const std::size_t size = count(8, what);
  std::vector<std::string> values;
  values.reserve(size);
  for (std::size_t i = 0; i < size && ok(); ++i) values.push_back(string());
  return values;
}

std::uint32_t ByteReader::small_count() {
  const std::uint64_t value = u64();
  if (value > 0xFFFFFFFFu) refuse(text("a count of ", value, " where 4294967295 is the most"));
  return static_cast<std::uint32_t>(value);
}

void ByteReader::skip_padded(std::size_t size) {
  at_ += size;
  const std::size_t padding = padding_after(size);
  if (left() < padding) return refuse("ends within the zero bytes that fill up to a multiple of 8");
  const auto fill = bytes_.subspan(at_, padding);
  if (std::any_of(fill.begin(), fill.end(), [](std::byte b) { return b != std::byte{0}; })) {
    return refuse("the bytes that fill up to a multiple of 8 are not zero");
  }
  at_ += padding;
}

void ByteReader::finish() {
  if (ok() && left() > 0) refuse(text(left(), " bytes more than its content needs"));
}

}  // namespace ambula
