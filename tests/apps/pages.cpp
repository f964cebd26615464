#include "apps/pages.h"

#include <algorithm>
#include <fstream>

namespace ambula {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> lines_of(const std::string& page) {
  std::ifstream in(fs::path(AMBULA_PROJECT) / page);
  std::vector<std::string> out;
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

std::string trimmed(const std::string& s) {
  const std::size_t begin = s.find_first_not_of(' ');
  return begin == std::string::npos ? "" : s.substr(begin, s.find_last_not_of(' ') + 1 - begin);
}

// Cells between bars; a bar behind a backslash is text.
TableRow cells_of(const std::string& line) {
  TableRow out;
  std::string cell;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '|' && line[i - 1] != '\\') {
      out.push_back(trimmed(cell));
      cell.clear();
    } else {
      cell += line[i];
    }
  }
  return out;
}

bool is_command(const std::string& line) {
  return line.starts_with("ambula ") || line.starts_with("scripts/");
}

// What a comment "<!-- KEY: TEXT -->" says; empty for another line.
std::string said(const std::string& line, const std::string& key) {
  const std::string begin = "<!-- " + key + ": ", end = " -->";
  if (!line.starts_with(begin) || !line.ends_with(end)) return "";
  return line.substr(begin.size(), line.size() - begin.size() - end.size());
}

void find_commands(PageBlock& block, const std::vector<std::string>& lines) {
  const bool prompts =
      std::any_of(lines.begin(), lines.end(), [](const auto& l) { return l.starts_with("$ "); });
  for (const std::string& line : lines) {
    const std::string command = prompts && line.starts_with("$ ") ? line.substr(2) : line;
    if (is_command(command) && (!prompts || line.starts_with("$ "))) {
      block.commands.push_back({command, ""});
    } else if (prompts && !block.commands.empty()) {
      block.commands.back().output += line + "\n";
    }
  }
}

}  // namespace

std::string bare(std::string cell) {
  std::erase(cell, '`');
  for (std::size_t at = 0; (at = cell.find("\\|", at)) != std::string::npos;) cell.erase(at, 1);
  return cell;
}

std::vector<PageTable> tables_of(const std::string& page) {
  std::vector<PageTable> out;
  const std::vector<std::string> lines = lines_of(page);
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    if (!lines[i].starts_with("|") || !lines[i + 1].starts_with("|-")) continue;
    PageTable table{cells_of(lines[i]), {}};
    for (i += 2; i < lines.size() && lines[i].starts_with("|"); ++i) table.rows.push_back(cells_of(lines[i]));
    out.push_back(std::move(table));
  }
  return out;
}

std::vector<TableRow> table_of(const std::string& page, const TableRow& header) {
  std::vector<TableRow> out;
  for (const PageTable& table : tables_of(page)) {
    if (table.header == header) out.insert(out.end(), table.rows.begin(), table.rows.end());
  }
  return out;
}

std::vector<PageBlock> blocks_of(const std::string& page) {
  std::vector<PageBlock> out;
  PageBlock next;
  const std::vector<std::string> lines = lines_of(page);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (const std::string command = said(lines[i], "run first"); !command.empty())
      next.first.push_back(command);
    if (!said(lines[i], "not run").empty()) next.not_run = true;
    if (!lines[i].starts_with("```")) continue;
    next.line = i + 1;
    next.language = lines[i].substr(3);
    std::vector<std::string> inside;
    for (++i; i < lines.size() && !lines[i].starts_with("```"); ++i) {
      inside.push_back(lines[i]);
      next.text += lines[i] + "\n";
    }
    if (next.language.empty()) find_commands(next, inside);
    out.push_back(std::move(next));
    next = {};
  }
  return out;
}

std::vector<std::string> all_pages() {
  std::vector<std::string> out{"README.md"};
  for (const auto& entry : fs::directory_iterator(fs::path(AMBULA_PROJECT) / "docs")) {
    if (entry.path().extension() == ".md") out.push_back("docs/" + entry.path().filename().string());
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace ambula
