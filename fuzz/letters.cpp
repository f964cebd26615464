#include "fuzz/letters.h"

namespace ambula::fuzz {
namespace {

constexpr std::string_view kAlphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-";
static_assert(kAlphabet.size() == LetterSoup::kLetters);

}  // namespace

LetterSoup read_letters(std::string_view text) {
  std::vector<std::uint8_t> letters;
  for (const char c : text) {
    const std::size_t at = kAlphabet.find(c);
    if (at != std::string_view::npos) letters.push_back(static_cast<std::uint8_t>(at));
  }
  LetterSoup out;
  if (letters.size() < 2) return out;
  out.plan = letters[0] % LetterSoup::kPlanSteps.size();
  out.height = letters[1] % LetterSoup::kHeightSteps.size();
  for (std::size_t i = 2; i + 9 <= letters.size() && out.triangles.size() < LetterSoup::kMost; i += 9) {
    LetterSoup::Corners& corners = out.triangles.emplace_back();
    for (std::size_t k = 0; k < 9; ++k) corners[k / 3][k % 3] = letters[i + k];
  }
  return out;
}

std::string write_letters(const LetterSoup& soup) {
  std::string out{kAlphabet[soup.plan], kAlphabet[soup.height]};
  out += '\n';
  for (const LetterSoup::Corners& corners : soup.triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (i > 0) out += ' ';
      for (const std::uint8_t v : corners[i]) out += kAlphabet[v];
    }
    out += '\n';
  }
  return out;
}

Soup LetterSoup::soup() const {
  Soup out;
  out.objects = {{"thing", ""}, {"other", ""}};
  out.materials = {""};
  out.source = "letters";
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    Triangle triangle;
    for (std::size_t i = 0; i < 3; ++i) {
      const Place& p = triangles[t][i];
      triangle[i] = static_cast<std::uint32_t>(out.positions.size());
      out.positions.push_back(
          {p[0] * kPlanSteps[plan], p[1] * kPlanSteps[plan], p[2] * kHeightSteps[height]});
    }
    out.triangles.push_back(triangle);
    // By place, so that a shuffled soup is the same soup.
    out.triangle_object.push_back((triangles[t][0][0] + triangles[t][1][0] + triangles[t][2][0]) % 5 == 0);
    out.triangle_material.push_back(0);
  }
  return out;
}

}  // namespace ambula::fuzz
