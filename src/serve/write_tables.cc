// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This program writes what the fields of tables are: of the server's answers for the browser's side, as
// TypeScript, and of these and the findings store's for readers, as docs/tables.md.
//
// usage: latecomer_tables TABLES.TS TABLES.MD

#include <fmt/format.h>

#include <cctype>
#include <fstream>
#include <string>
#include <string_view>
#include <type_traits>

#include "report/report.h"
#include "serve/answer_tables.h"
#include "store/all_tables.h"

namespace {

using namespace latecomer;
using namespace latecomer::serve;

/// Returns the list of the report in which a value is a position; empty if there is none.
template <class Value>
constexpr std::string_view list_of() {
  if constexpr (std::is_same_v<Value, report::LocationId>) return "location";
  if constexpr (std::is_same_v<Value, report::CallPathId>) return "path";
  if constexpr (std::is_same_v<Value, report::MetricId>) return "metric";
  if constexpr (std::is_same_v<Value, report::LocationGroupId>) return "rank";
  return "";
}

template <class Value>
constexpr std::string_view type_of() {
  using Type = Answered<Value>;
  if constexpr (std::is_same_v<Type, uint8_t>) return "u8";
  return std::is_same_v<Type, double> ? "f64" : "u32";
}

/// Returns a name as TypeScript has it: a_name is aName.
std::string camel(std::string_view name) {
  std::string text;
  bool is_first = false;
  for (const char each : name) {
    if (each != '_') text += is_first ? static_cast<char>(std::toupper(each)) : each;
    is_first = each == '_';
  }
  return text;
}

std::string capitalized(std::string_view name) {
  return static_cast<char>(std::toupper(name[0])) + std::string(name.substr(1));
}

std::string_view unit_text(store::Unit unit) {
  constexpr std::string_view kTexts[] = {"number", "time", "ticks", "bytes"};
  return kTexts[static_cast<size_t>(unit)];
}

std::string value_text(const auto& field) {
  constexpr std::string_view kList = list_of<typename std::remove_cvref_t<decltype(field)>::Value>();
  if (kList.empty()) return std::string(unit_text(field.unit));
  return fmt::format("{}{}", kList, field.may_be_none ? " or none" : "");
}

template <class Each>
void for_each_table(const Each& each) {
  std::apply([&](const auto&... table) { (each(table), ...); }, kAnswerTables);
}

std::string typescript() {
  std::string text =
      "// SPDX-FileCopyrightText: 2026 The latecomer developers\n"
      "// SPDX-License-Identifier: BSD-3-Clause\n\n"
      "// The columns of the server's answers. The build writes this file (src/serve/write_tables.cc).\n";
  for_each_table([&]<class Row>(const AnswerTable<Row>& table) {
    text += fmt::format("\n/** {} */\nexport const k{} = {{\n", table.text, capitalized(table.name));
    const auto add = [&](std::string_view name, std::string_view type, std::string_view list,
                         bool may_be_none, std::string_view meaning) {
      text += fmt::format("  {}: {{ name: \"{}\", type: \"{}\"", camel(name), name, type);
      if (!list.empty()) text += fmt::format(", of: \"{}\", mayBeNone: {}", list, may_be_none);
      text += meaning.empty() ? " },\n" : fmt::format(" }}, ///< {}\n", meaning);
    };
    if (!table.owner.empty()) add(table.owner, "u32", "location", false, "");
    for_each_answered<Row>([&]<class Field>(const Field& field) {
      add(field.name, type_of<typename Field::Value>(), list_of<typename Field::Value>(), field.may_be_none,
          field.text);
    });
    text += "} as const;\n";
  });
  return text;
}

/// Writes a row about a field of a struct, or of each of a list of structs.
std::string store_row(std::string_view name, std::string_view value, const store::Packing& packing,
                      std::string_view text) {
  const std::string stored = packing.word.empty() ? "" : fmt::format("{} `{}`", packing.word, packing.base);
  return fmt::format("| `{}` | {} | {} | {} |\n", name, value, stored, text);
}

template <class Row>
std::string store_table() {
  std::string text = fmt::format("\n### {}: {}\n| column | value | stored | |\n|---|---|---|---|\n",
                                 Row::kTable, Row::kName);
  const auto add = [&](std::string_view list, const auto& field) {
    text += store_row(fmt::format("{}{}", list, field.name), value_text(field), field.packing, field.text);
  };
  store::for_each_field(Row::fields(), [&]<class Any>(const Any& field) {
    if constexpr (requires { typename Any::Value; }) {
      add("", field);
    } else if constexpr (requires { field.name; }) {
      text += store_row(fmt::format("{}.size", field.name), "number", {}, field.text);
      if constexpr (std::tuple_size_v<decltype(field.fields)> == 0)
        text += store_row(field.name, "rank", {}, "");
      store::for_each_field(field.fields,
                            [&](const auto& inner) { add(fmt::format("{}.", field.name), inner); });
    } else {
      store::for_each_field(field.fields, [&](const auto& inner) { add("", inner); });
    }
  });
  return text;
}

constexpr std::string_view kIntroduction = R"(# Tables
The columns of the findings store and of the server's answers. They are the fields of rows (`fields()`) in `src/store/tables.h`,
`src/store/timeline_tables.h` and `src/serve/answer_tables.h`, of which `src/serve/write_tables.cc` makes this page; a test compares them.

A *time* is in ticks; so is how long something takes (*ticks*). A *location*, a *path* (call path), a *metric* and a *rank* are positions in
the report's lists.

## The findings store
A member of the report's archive, `findings.store` (`src/store/directory.h`), with rows of every location, each table in the order of time. Numbers are integers,
-1 stands for none. The column *stored* says what is written instead of the value: how much it is *after* or *before* another one in its row; a *gap* is how
much it is after the other one in the row before, and in a chunk's first row how much it is before that in its own. `parts.size` says how long the list `parts` is in
each row, and `parts.path` has a value of each of its elements. A store says itself which columns it has and how these are stored: programs skip those that they do
not know, and those that are not there are what they are by default. Tables 256 and 512 are the first of 63 each, one for each resolution.
)";

constexpr std::string_view kAnswers = R"(
## The server's answers
The tables of [`timeline/window`, `timeline/edges`, `timeline/critical_path` and `timeline/corrections`](api.md). Times are since the run's begin. A
position that is none is 4294967295, the time beside it NaN.
)";

std::string documentation() {
  std::string text(kIntroduction);
  store::for_each_row_type([&]<class Row>(const Row& /*type*/) { text += store_table<Row>(); });
  text += kAnswers;
  for_each_table([&]<class Row>(const AnswerTable<Row>& table) {
    text += fmt::format("\n### {}\n{}\n\n| column | type | value | |\n|---|---|---|---|\n", table.name,
                        table.text);
    if (!table.owner.empty()) text += fmt::format("| `{}` | u32 | location | |\n", table.owner);
    for_each_answered<Row>([&]<class Field>(const Field& field) {
      text += fmt::format("| `{}` | {} | {} | {} |\n", field.name, type_of<typename Field::Value>(),
                          value_text(field), field.text);
    });
  });
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const bool is_written = (std::ofstream(argv[1]) << typescript()).flush().good() &&
                          (std::ofstream(argv[2]) << documentation()).flush().good();
  return is_written ? 0 : 1;
}
