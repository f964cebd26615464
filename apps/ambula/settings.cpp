#include "settings.h"

#include <charconv>

#include "core/text.h"
#include "import/number.h"

namespace ambula::cli {

std::string exact_text(double value) {
  std::string out;
  append_exact(out, value);
  return out;
}

void Settings::read(std::string_view name, const std::function<bool(const std::string&)>& take) {
  for (const auto& parameter : document_.parameters) {
    if (parameter.first != name || take(parameter.second) || !wrong_.empty()) continue;
    wrong_ = text(file_, ": ", name, " is \"", parameter.second, "\", no value; build the file again");
  }
}

void Settings::number(std::string_view name, double& to) {
  read(name, [&](const std::string& value) {
    const char* p = value.data();
    return parse_double(p, value.data() + value.size(), to) && p == value.data() + value.size();
  });
}

void Settings::number(std::string_view name, std::uint32_t& to) {
  read(name, [&](const std::string& value) {
    const char* const end = value.data() + value.size();
    const auto read = std::from_chars(value.data(), end, to);
    return read.ec == std::errc() && read.ptr == end;
  });
}

void Settings::number(std::string_view name, std::optional<double>& to) {
  read(name, [&](const std::string& value) {
    if (!value.empty()) number(name, to.emplace());
    return true;
  });
}

void Settings::truth(std::string_view name, bool& to) { one_of(name, {"false", "true"}, to); }

Result<void> Settings::done() const {
  if (wrong_.empty()) return {};
  return fail(ErrorCode::bad_format, wrong_);
}

}  // namespace ambula::cli
