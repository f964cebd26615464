// The settings an .ambula file was built with, read back by their names.
//
//   Settings settings(document, file);
//   settings.number("walkable.weld", params.weld);
//   if (auto ok = settings.done(); !ok) ...
//
// A setting the file does not have keeps its value; the first that makes no sense is the error.
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>

#include "common.h"

namespace ambula::cli {

using Parameters = std::vector<std::pair<std::string, std::string>>;

[[nodiscard]] inline std::string truth_text(bool value) { return value ? "true" : "false"; }

// With as many digits as bring back the same number.
[[nodiscard]] std::string exact_text(double value);

class Settings {
 public:
  Settings(const Document& document, std::string file) : document_(document), file_(std::move(file)) {}

  void number(std::string_view name, double& to);
  void number(std::string_view name, std::uint32_t& to);
  void number(std::string_view name, std::optional<double>& to);  // an empty text leaves it as it is
  void truth(std::string_view name, bool& to);
  // One of some words, by its place among them.
  template <class Enum>
  void one_of(std::string_view name, std::initializer_list<const char*> words, Enum& to) {
    read(name, [&](const std::string& value) {
      std::size_t place = 0;
      for (const char* word : words) {
        if (value == word) {
          to = static_cast<Enum>(place);
          return true;
        }
        ++place;
      }
      return false;
    });
  }
  // `take` says whether the value makes sense.
  void read(std::string_view name, const std::function<bool(const std::string&)>& take);

  [[nodiscard]] Result<void> done() const;

 private:
  const Document& document_;
  std::string file_, wrong_;
};

}  // namespace ambula::cli
