// Most numbers in a scene file have few digits: a mantissa below 2^53 times or over a power of ten up to
// 10^22 is one exactly rounded operation on doubles (Clinger 1990). The rest goes to the standard library.
#include "import/number.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <version>

namespace ambula {
namespace {

constexpr double kPowersOfTen[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }

// `text` is a well-formed number without a leading plus.
double parse_slowly(std::string_view text) {
#if defined(__cpp_lib_to_chars) || defined(_MSC_VER)
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec == std::errc::result_out_of_range) {
    // Overflow or underflow: the exponent's sign tells which.
    const std::size_t e = text.find_first_of("eE");
    const bool tiny = e != std::string_view::npos ? text.find('-', e) != std::string_view::npos
                                                  : text.find_first_of("123456789") > text.find('.');
    value = tiny ? 0.0 : std::numeric_limits<double>::infinity();
    if (text.front() == '-') value = -value;
  }
  return value;
#else
  return std::strtod(std::string(text).c_str(), nullptr);
#endif
}

bool match_word(const char*& p, const char* end, std::string_view word) {
  if (static_cast<std::size_t>(end - p) < word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if ((p[i] | 0x20) != word[i]) return false;
  }
  p += word.size();
  return true;
}

bool parse_special(const char*& p, const char* end, bool negative, double& out) {
  double value;
  if (match_word(p, end, "nan")) {
    value = std::numeric_limits<double>::quiet_NaN();
  } else if (match_word(p, end, "infinity") || match_word(p, end, "inf")) {
    value = std::numeric_limits<double>::infinity();
  } else {
    return false;
  }
  out = negative ? -value : value;
  return true;
}

}  // namespace

bool parse_double(const char*& p, const char* end, double& out) {
  const char* s = p;
  bool negative = false;
  if (s < end && (*s == '-' || *s == '+')) negative = *s++ == '-';
  const char* const digits = s;

  std::uint64_t mantissa = 0;
  int exponent = 0;
  while (s < end && is_digit(*s)) mantissa = mantissa * 10 + static_cast<std::uint64_t>(*s++ - '0');
  std::ptrdiff_t count = s - digits;
  if (s < end && *s == '.') {
    const char* const fraction = ++s;
    while (s < end && is_digit(*s)) mantissa = mantissa * 10 + static_cast<std::uint64_t>(*s++ - '0');
    const std::ptrdiff_t places = s - fraction;
    count += places;
    exponent = places < 1000 ? -static_cast<int>(places) : -1000;
  }
  if (count == 0) {
    s = digits;
    if (!parse_special(s, end, negative, out)) return false;
    p = s;
    return true;
  }
  if (s < end && (*s == 'e' || *s == 'E')) {
    const char* e = s + 1;
    bool below = false;
    if (e < end && (*e == '-' || *e == '+')) below = *e++ == '-';
    if (e < end && is_digit(*e)) {
      int value = 0;
      while (e < end && is_digit(*e)) {
        if (value < 100000) value = value * 10 + (*e - '0');
        ++e;
      }
      exponent += below ? -value : value;
      s = e;
    }
  }

  // Up to 19 digits cannot have overflowed the mantissa.
  if (count <= 19 && mantissa <= (std::uint64_t{1} << 53) && exponent >= -22 && exponent <= 22) {
    const auto whole = static_cast<double>(mantissa);
    const double value = exponent < 0 ? whole / kPowersOfTen[-exponent] : whole * kPowersOfTen[exponent];
    out = negative ? -value : value;
  } else {
    const char* const start = *p == '+' ? p + 1 : p;
    out = parse_slowly({start, static_cast<std::size_t>(s - start)});
  }
  p = s;
  return true;
}

}  // namespace ambula
