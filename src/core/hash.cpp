// XXH64, written from its published specification: four lanes over 32-byte stripes, then a tail and a
// final avalanche. Chosen because it is fast, well tested by others and has public test vectors.
#include "ambula/hash.h"

namespace ambula {
namespace {

constexpr std::uint64_t kPrime1 = 0x9E3779B185EBCA87ULL;
constexpr std::uint64_t kPrime2 = 0xC2B2AE3D27D4EB4FULL;
constexpr std::uint64_t kPrime3 = 0x165667B19E3779F9ULL;
constexpr std::uint64_t kPrime4 = 0x85EBCA77C2B2AE63ULL;
constexpr std::uint64_t kPrime5 = 0x27D4EB2F165667C5ULL;

template <class Word>
Word read_word(const std::byte* p) {
  Word w;
  std::memcpy(&w, p, sizeof(w));
  return w;
}

constexpr std::uint64_t round_lane(std::uint64_t lane, std::uint64_t input) {
  return std::rotl(lane + input * kPrime2, 31) * kPrime1;
}

constexpr std::uint64_t merge_lane(std::uint64_t acc, std::uint64_t lane) {
  return (acc ^ round_lane(0, lane)) * kPrime1 + kPrime4;
}

}  // namespace

Hasher::Hasher(std::uint64_t seed) noexcept
    : lanes_{seed + kPrime1 + kPrime2, seed + kPrime2, seed, seed - kPrime1}, seed_(seed) {}

void Hasher::add_bytes(std::span<const std::byte> bytes) noexcept {
  total_ += bytes.size();
  const std::byte* p = bytes.data();
  std::size_t left = bytes.size();
  const auto stripe = [this](const std::byte* s) {
    for (int i = 0; i < 4; ++i) lanes_[i] = round_lane(lanes_[i], read_word<std::uint64_t>(s + 8 * i));
  };

  if (buffered_ > 0) {
    const std::size_t take = left < 32 - buffered_ ? left : 32 - buffered_;
    if (take > 0) std::memcpy(buffer_ + buffered_, p, take);
    buffered_ += take;
    p += take;
    left -= take;
    if (buffered_ < 32) return;
    stripe(buffer_);
    buffered_ = 0;
  }
  for (; left >= 32; p += 32, left -= 32) stripe(p);
  if (left > 0) std::memcpy(buffer_, p, left);
  buffered_ = left;
}

void Hasher::add(std::string_view text) noexcept {
  add(static_cast<std::uint64_t>(text.size()));
  add_bytes(std::as_bytes(std::span(text.data(), text.size())));
}

std::uint64_t Hasher::finish() const noexcept {
  std::uint64_t acc = seed_ + kPrime5;
  if (total_ >= 32) {
    acc = std::rotl(lanes_[0], 1) + std::rotl(lanes_[1], 7) + std::rotl(lanes_[2], 12) +
          std::rotl(lanes_[3], 18);
    for (const std::uint64_t lane : lanes_) acc = merge_lane(acc, lane);
  }
  acc += total_;

  const std::byte* p = buffer_;
  std::size_t left = buffered_;
  for (; left >= 8; p += 8, left -= 8) {
    acc = std::rotl(acc ^ round_lane(0, read_word<std::uint64_t>(p)), 27) * kPrime1 + kPrime4;
  }
  if (left >= 4) {
    acc = std::rotl(acc ^ (read_word<std::uint32_t>(p) * kPrime1), 23) * kPrime2 + kPrime3;
    p += 4;
    left -= 4;
  }
  for (; left > 0; ++p, --left) {
    acc = std::rotl(acc ^ (static_cast<std::uint64_t>(*p) * kPrime5), 11) * kPrime1;
  }

  acc = (acc ^ (acc >> 33)) * kPrime2;
  acc = (acc ^ (acc >> 29)) * kPrime3;
  return acc ^ (acc >> 32);
}

std::uint64_t hash_bytes(std::span<const std::byte> bytes, std::uint64_t seed) noexcept {
  Hasher hasher(seed);
  hasher.add_bytes(bytes);
  return hasher.finish();
}

std::string hash_text(std::uint64_t hash) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text(16, '0');
  for (std::size_t i = 0; i < 16; ++i) text[15 - i] = kDigits[(hash >> (4 * i)) & 15];
  return text;
}

}  // namespace ambula
