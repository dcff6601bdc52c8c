// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/printable.h"
#include "cli/commands.h"
#include "cli/open_report.h"
#include "cli/put_out.h"
#include "findings/show_csv.h"
#include "query/space.h"
#include "sql/database.h"
#include "sql/tables.h"
#include "text/table.h"
#include "text/text.h"

namespace latecomer::cli {

using namespace text;

namespace {

struct QueryOptions {
  std::string report;
  std::string statement;
  bool csv = false;
  bool json = false;
};

constexpr const char* kListOfTables =
    "SELECT s.name AS \"table\", group_concat(c.name, ', ') AS columns FROM sqlite_schema s, "
    "pragma_table_info(s.name) c GROUP BY s.rowid";

bool is_part_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Returns whether the statement has this word, in capital letters or small ones.
bool has_word(const std::string& statement, std::string_view word) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  for (auto at = statement.begin();; ++at) {
    at = std::search(at, statement.end(), word.begin(), word.end(), same);
    if (at == statement.end()) return false;
    const auto end = at + static_cast<std::ptrdiff_t>(word.size());
    if ((at == statement.begin() || !is_part_of_name(at[-1])) &&
        (end == statement.end() || !is_part_of_name(*end)))
      return true;
  }
}

using Row = std::vector<sql::Value>;

struct Answer {
  std::vector<std::string> names;
  std::vector<Row> rows;
};

bool is_number(const sql::Value& value) {
  return std::holds_alternative<int64_t>(value) || std::holds_alternative<double>(value);
}

enum class Digits { few, all };

std::string text_of(const sql::Value& value, Digits digits) {
  if (const auto* const number = std::get_if<int64_t>(&value)) return fmt::to_string(*number);
  if (const auto* const number = std::get_if<double>(&value))
    return digits == Digits::few ? fmt::format("{:.6g}", *number) : fmt::format("{}", *number);
  if (const auto* const text = std::get_if<std::string>(&value)) return printable_line(*text);
  return "";
}

/// Returns columns below their names, numbers at the right of their column.
std::string table_of(const Answer& answer) {
  std::vector<Cells> lines = {answer.names};
  for (const Row& row : answer.rows) {
    Cells& line = lines.emplace_back();
    for (const sql::Value& value : row) line.push_back(text_of(value, Digits::few));
  }
  return fitted_table(lines, [&](size_t line, size_t column) {
    return line == 0 || !is_number(answer.rows[line - 1][column]);
  });
}

std::string csv_of(const Answer& answer) {
  std::string text;
  const auto add_line = [&](const auto& fields, const auto& field_of) {
    for (size_t i = 0; i < fields.size(); ++i) {
      if (i > 0) text += ',';
      text += findings::csv_field(field_of(fields[i]));
    }
    text += '\n';
  };
  add_line(answer.names, [](const std::string& name) { return name; });
  for (const Row& row : answer.rows)
    add_line(row, [](const sql::Value& value) { return text_of(value, Digits::all); });
  return text;
}

std::string json_of(const Answer& answer) {
  const auto value_json = [](const sql::Value& value) {
    return std::visit(
        []<class Any>(const Any& any) {
          if constexpr (std::is_same_v<Any, std::monostate>)
            return Json();
          else
            return Json(any);
        },
        value);
  };
  const auto row_json = [&](const Row& row) { return list_json(row, value_json); };
  return in_a_line({{"columns", answer.names}, {"rows", list_json(answer.rows, row_json)}}) + "\n";
}

Status run_query(const QueryOptions& options) {
  TRY(const report::Report report, open_report(options.report));
  const query::Space space(report);
  const std::string statement = options.statement.empty() ? kListOfTables : options.statement;
  sql::Database database(":memory:");
  TRY_STATUS(
      sql::write_tables(space, database, [&](std::string_view table) { return has_word(statement, table); }));
  Answer answer;
  const Status asked = database.ask(
      statement, [&](const std::vector<std::string>& names) { answer.names = names; },
      [&](Row row) { answer.rows.push_back(std::move(row)); });
  if (!asked)
    return Error{fmt::format("{}; tables and columns: latecomer query {}", asked.error().message,
                             shell_word(options.report))};
  put_out(options.json ? json_of(answer) : options.csv ? csv_of(answer) : table_of(answer));
  return {};
}

}  // namespace

void add_query_command(CLI::App& app, int& exit_code) {
  const std::shared_ptr<QueryOptions> options = std::make_shared<QueryOptions>();
  CLI::App* command = app.add_subcommand("query", "Ask anything of a report, in SQL");
  command->add_option("report", options->report, "Report, or the directory that it is in")
      ->required()
      ->option_text("REPORT");
  command
      ->add_option("statement", options->statement, "What to ask; without it, tables and columns are listed")
      ->option_text("SELECT");
  CLI::Option* const csv =
      command->add_flag("--csv", options->csv, "Comma-separated values, for spreadsheets");
  command->add_flag("--json", options->json, "JSON, for scripts: columns and rows")->excludes(csv);
  command->footer(
      "Examples:\n"
      "  latecomer query run1                    lists the tables and their columns\n"
      "  latecomer query run1 'select name, total from metrics where total > 0'\n"
      "  latecomer query run1 \"select p.path, sum(w.amount) as seconds from wait_states w\n"
      "    join call_paths p on p.id = w.path group by 1 order by 2 desc limit 5\"\n\n"
      "Times are in seconds since the run's first event. Only tables that the statement\n"
      "names are read. To keep all of them: latecomer export --sqlite FILE.");
  run_when_called(*command, exit_code, [options] { return run_query(*options); });
}

}  // namespace latecomer::cli
