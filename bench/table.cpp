// Column widths count characters, not bytes: heads say "m²".
#include "bench/table.h"

#include <algorithm>
#include <ostream>
#include <utility>

namespace ambula::bench {
namespace {

std::size_t characters(const std::string& utf8) {
  return static_cast<std::size_t>(std::count_if(utf8.begin(), utf8.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;  // not a continuation byte
  }));
}

}  // namespace

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

void Table::add(std::vector<std::string> cells) {
  cells.resize(columns_.size() + 1);
  rows_.push_back(std::move(cells));
}

void Table::print(std::ostream& out) const {
  std::vector<std::string> heads, rule;
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    std::size_t width = characters(columns_[c].head);
    for (const auto& row : rows_) width = std::max(width, characters(row[c]));
    widths.push_back(width);
    heads.push_back(columns_[c].head);
    rule.push_back(std::string(width, '-'));
  }
  heads.emplace_back();
  rule.emplace_back();
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text;
    for (std::size_t c = 0; c < widths.size(); ++c) {
      const std::string space(widths[c] - characters(cells[c]), ' ');
      if (c > 0) text += "  ";
      text += columns_[c].align == Align::right ? space + cells[c] : cells[c] + space;
    }
    if (!cells.back().empty()) text += "  " + cells.back();
    text.erase(text.find_last_not_of(' ') + 1);
    out << text << '\n';
  };
  line(heads);
  line(rule);
  for (const auto& row : rows_) line(row);
}

}  // namespace ambula::bench
