// Matching names with * and ?, in any case of ASCII letters where the pattern begins with (?i).
#include "ambula/values/scene.h"

namespace ambula {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

// Greedy with one point of return: after a mismatch only the last * needs to take one character more, so the
// cost is at most |pattern| * |text|.
bool glob_match(std::string_view pattern, std::string_view text) {
  constexpr std::string_view kAnyCase = "(?i)";
  const bool ignore_case = pattern.starts_with(kAnyCase);
  if (ignore_case) pattern.remove_prefix(kAnyCase.size());
  const auto same = [&](char a, char b) { return a == b || (ignore_case && lower(a) == lower(b)); };
  std::size_t p = 0, t = 0;
  std::size_t star = std::string_view::npos, star_text = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_text = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || same(pattern[p], text[t]))) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++star_text;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace ambula
