// What tests read of README.md and docs/*.md: tables, and blocks of commands with what they print.
//
// A block without a language is a block of commands when a line of it begins with one. An HTML comment before
// it, which no reader sees, may say `<!-- not run: REASON -->` or `<!-- run first: COMMAND -->`.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ambula {

using TableRow = std::vector<std::string>;

// "`--weld M`" as "--weld M", and "`plan\|paper`" as "plan|paper".
[[nodiscard]] std::string bare(std::string cell);

// Rows of the page's tables whose header has just these cells.
[[nodiscard]] std::vector<TableRow> table_of(const std::string& page, const TableRow& header);

struct PageTable {
  TableRow header;
  std::vector<TableRow> rows;
};
[[nodiscard]] std::vector<PageTable> tables_of(const std::string& page);

struct PageCommand {
  std::string line;    // without "$ "
  std::string output;  // that the page shows; empty where it shows none
};
struct PageBlock {
  std::size_t line = 0;  // of the page
  std::string language, text;
  std::vector<std::string> first;  // commands to be run before
  bool not_run = false;
  std::vector<PageCommand> commands;  // empty where it has none
};
[[nodiscard]] std::vector<PageBlock> blocks_of(const std::string& page);

[[nodiscard]] std::vector<std::string> all_pages();  // "README.md", "docs/cli.md", ...

}  // namespace ambula
