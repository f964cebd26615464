// Writes JSON as it goes; for files of our own, so that the core library needs no JSON package.
//
//   JsonWriter json;
//   json.begin_object();
//   json.field("name", "house");
//   json.key("size");
//   json.array(std::array{1.5, 2.0});
//   json.end_object();
//   std::string text = json.take();
#pragma once

#include <cassert>
#include <cmath>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "core/text.h"
#include "core/utf8.h"

namespace ambula {

class JsonWriter {
 public:
  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }

  void key(std::string_view name) {
    comma();
    quote(name);
    out_ += ':';
    fresh_ = true;
  }
  void value(std::string_view text) {
    comma();
    quote(text);
  }
  void value(const char* text) { value(std::string_view(text)); }
  void value(bool truth) {
    comma();
    out_ += truth ? "true" : "false";
  }
  // Doubles read back to the same bits; JSON has no other numbers, so they must be finite.
  template <class T>
    requires std::is_arithmetic_v<T>
  void value(T number) {
    comma();
    if constexpr (std::is_floating_point_v<T>) {
      assert(std::isfinite(number));
      append_exact(out_, static_cast<double>(number));
    } else {
      append_text(out_, number);
    }
  }
  template <class T>
  void field(std::string_view name, const T& content) {
    key(name);
    value(content);
  }
  template <class Range>
  void array(const Range& values) {
    begin_array();
    for (const auto& v : values) value(v);
    end_array();
  }

  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  void open(char bracket) {
    comma();
    out_ += bracket;
    fresh_ = true;
  }
  void close(char bracket) {
    out_ += bracket;
    fresh_ = false;
  }
  void comma() {
    if (!fresh_) out_ += ',';
    fresh_ = false;
  }
  void quote(std::string_view text) {
    static constexpr char kDigits[] = "0123456789abcdef";
    out_ += '"';
    for (std::size_t at = 0; at < text.size();) {
      const char32_t code = next_code_point(text, at);
      if (code == '"' || code == '\\') {
        out_ += '\\';
        out_ += static_cast<char>(code);
      } else if (code < 0x20) {
        out_ += "\\u00";
        out_ += kDigits[code >> 4];
        out_ += kDigits[code & 15];
      } else {
        append_utf8(out_, code);
      }
    }
    out_ += '"';
  }

  std::string out_;
  bool fresh_ = true;  // nothing stands before the next value in its array or object
};

}  // namespace ambula
