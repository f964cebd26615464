// A table of plain text with aligned columns.
//
//   Table table({{"scene"}, {"cell m", Align::right}, {"median ms", Align::right}});
//   table.add({"house", "0.3", "12.5"});
//   table.print(std::cout);
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace ambula::bench {

enum class Align { left, right };

struct Column {
  std::string head;
  Align align = Align::left;
};

class Table {
 public:
  explicit Table(std::vector<Column> columns);

  // Missing cells are empty. One cell more than there are columns is a remark: it stands after the row and
  // widens nothing.
  void add(std::vector<std::string> cells);

  void print(std::ostream& out) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace ambula::bench
