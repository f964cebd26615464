// A fuzz target without libFuzzer, for every compiler and every test run: the corpus as it is, then a fixed
// number of mutations of it, the same in every run.
//
//   fuzz_obj_replay tests/corpus/obj [MUTATIONS [SEED]]
//
// The input being tried stands in fuzz_obj_replay.input in the current folder; it is there after a crash.
#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz/random.h"
#include "fuzz/target.h"

namespace {

using Bytes = std::vector<std::uint8_t>;

struct Case {
  std::string name;
  Bytes bytes;
};

class Random : public ambula::fuzz::SplitMix64 {
 public:
  using SplitMix64::SplitMix64;
  std::size_t below(std::size_t n) { return n == 0 ? 0 : static_cast<std::size_t>(next() % n); }
};

constexpr std::size_t kLargest = 1 << 16;  // bytes of a mutated input

// Numbers and words that have broken readers before.
constexpr std::array<std::uint64_t, 12> kNumbers{0,
                                                 1,
                                                 0x7F,
                                                 0xFF,
                                                 0xFFFF,
                                                 0x7FFFFFFF,
                                                 0x80000000,
                                                 0xFFFFFFFF,
                                                 0x100000000,
                                                 1ULL << 63,
                                                 0xFFFFFFFFFFFFFFF8ULL,
                                                 0x7FF8000000000000ULL /* NaN */};
constexpr std::array<std::string_view, 16> kWords{
    "nan",  "-inf", "1e300", "-1",        "0",         "4294967295", "99999999999999999999", "1e-320",
    "\r\n", "\\\n", "/",     "f 1 2 3\n", "v 1 2 3\n", "\"count\":", "\"byteOffset\":",      "[]"};

void overwrite(Bytes& bytes, std::size_t at, const void* data, std::size_t size) {
  if (at >= bytes.size() || size == 0) return;
  std::memcpy(bytes.data() + at, data, std::min(size, bytes.size() - at));
}

void insert(Bytes& bytes, std::size_t at, const std::uint8_t* data, std::size_t size) {
  if (bytes.size() + size > kLargest || size == 0) return;
  bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), data, data + size);
}

void erase(Bytes& bytes, std::size_t at, std::size_t size) {
  const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(at);
  bytes.erase(first, first + static_cast<std::ptrdiff_t>(std::min(size, bytes.size() - at)));
}

// A piece of `from`, short more often than long.
std::span<const std::uint8_t> piece(const Bytes& from, Random& random) {
  const std::size_t at = random.below(from.size());
  const std::size_t limit = std::min<std::size_t>(from.size() - at, random.below(4) == 0 ? 4096 : 32);
  return std::span(from).subspan(at, random.below(limit + 1));
}

void mutate_once(Bytes& bytes, const std::vector<Case>& corpus, Random& random) {
  const std::size_t at = random.below(bytes.size() + 1);
  switch (random.below(9)) {
    case 0:
      if (at < bytes.size()) bytes[at] ^= static_cast<std::uint8_t>(1U << random.below(8));
      return;
    case 1:
      if (at < bytes.size()) bytes[at] = static_cast<std::uint8_t>(random.next());
      return;
    case 2:
    case 3: {  // a number, at its natural place half of the time
      const std::uint64_t number = kNumbers[random.below(kNumbers.size())];
      const std::size_t width = std::size_t{1} << random.below(4);
      return overwrite(bytes, random.below(2) == 0 ? at : at / width * width, &number, width);
    }
    case 4: {
      const std::string_view word = kWords[random.below(kWords.size())];
      if (random.below(2) == 0) return overwrite(bytes, at, word.data(), word.size());
      return insert(bytes, at, reinterpret_cast<const std::uint8_t*>(word.data()), word.size());
    }
    case 5: {  // from another input
      const auto part = piece(corpus[random.below(corpus.size())].bytes, random);
      if (random.below(2) == 0) return overwrite(bytes, at, part.data(), part.size());
      return insert(bytes, at, part.data(), part.size());
    }
    case 6: {  // from itself
      const Bytes copy = bytes;
      const auto part = piece(copy, random);
      return insert(bytes, at, part.data(), part.size());
    }
    case 7:
      return erase(bytes, at, 1 + random.below(random.below(4) == 0 ? 1024 : 16));
    default:
      if (random.below(8) == 0) bytes.resize(at);
      return;
  }
}

Bytes mutated(const std::vector<Case>& corpus, Random random) {
  Bytes bytes = corpus[random.below(corpus.size())].bytes;
  for (std::size_t left = 1 + random.below(6); left > 0; --left) mutate_once(bytes, corpus, random);
  return bytes;
}

// In the order of their names: folders have none of their own.
std::vector<Case> read_corpus(const std::filesystem::path& folder) {
  std::vector<Case> corpus;
  std::error_code ec;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ec)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    corpus.push_back({entry.path().filename().string(), Bytes(std::istreambuf_iterator<char>(in), {})});
  }
  std::sort(corpus.begin(), corpus.end(), [](const Case& a, const Case& b) { return a.name < b.name; });
  return corpus;
}

// Keeps the input being tried in a file, for whoever comes after a crash. The file stays open: creating one
// for every input would take most of the run.
class Trace {
 public:
  explicit Trace(std::string path) : path_(std::move(path)), out_(std::fopen(path_.c_str(), "wb")) {}
  ~Trace() {
    if (!out_) return;
    std::fclose(out_);
    std::error_code ec;
    std::filesystem::remove(path_, ec);
  }
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  void set(const Bytes& bytes) {
    if (!out_) return;
    std::rewind(out_);
    if (!bytes.empty()) std::fwrite(bytes.data(), 1, bytes.size(), out_);
    std::fflush(out_);
    std::error_code ec;
    if (bytes.size() < size_) std::filesystem::resize_file(path_, bytes.size(), ec);
    size_ = bytes.size();
  }

 private:
  std::string path_;
  std::FILE* out_;
  std::size_t size_ = 0;
};

// From memory of exactly its size, so that a sanitizer sees one byte too far.
void run(const Bytes& bytes, Trace& trace) {
  trace.set(bytes);
  Bytes exact(bytes);
  exact.shrink_to_fit();
  LLVMFuzzerTestOneInput(exact.data(), exact.size());
}

// A file named good_* must be read, a file named bad_* refused; others only must not break anything.
bool as_named(const Case& one) {
  const bool accepted = ambula::fuzz::accepts(std::as_bytes(std::span(one.bytes)));
  if (one.name.starts_with("good_") && !accepted) {
    std::fprintf(stderr, "%s: refused, but must be read\n", one.name.c_str());
    return false;
  }
  if (one.name.starts_with("bad_") && accepted) {
    std::fprintf(stderr, "%s: read, but must be refused\n", one.name.c_str());
    return false;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s CORPUS_FOLDER [MUTATIONS [SEED]]\n", argv[0]);
    return 2;
  }
  const std::vector<Case> corpus = read_corpus(argv[1]);
  const std::uint64_t mutations = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
  const std::uint64_t seed = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1;
  if (corpus.empty()) {
    std::fprintf(stderr, "%s: no files\n", argv[1]);
    return 1;
  }
  const std::filesystem::path program = argv[0];
  Trace trace(program.stem().string() + ".input");
  bool good = true;
  for (const Case& one : corpus) {
    run(one.bytes, trace);
    good = as_named(one) && good;
  }
  for (std::uint64_t i = 0; i < mutations; ++i)
    run(mutated(corpus, Random(seed * 0x100000001B3ULL + i)), trace);
  std::printf("%zu files, %llu mutations\n", corpus.size(), static_cast<unsigned long long>(mutations));
  return good ? 0 : 1;
}
