// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file makes a report tables of SQL. Rows of the findings store become rows of a table each, whose
// columns are the fields of the row by their names (store/fields.h); a list in a row becomes a table of its
// own:
//
//     store::Delay{to, from, waiter, wait, waited, parts = [{path, time}, …]} of a location
//
//     delays        id  location  number  to_  from_  waiter  wait  waited
//     delays_parts  id  parent                          of delays    path  time
//
// What the report says of itself (locations, call paths, metrics, severities, phases) is listed here.

#include "sql/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "findings/phases.h"
#include "findings/value_cells.h"
#include "report/path_names.h"
#include "report/run_clock.h"
#include "store/fields.h"
#include "store/findings_store.h"
#include "store/tables.h"
#include "store/timeline_tables.h"

namespace latecomer::sql {

using namespace report;
using query::Below;
using query::Space;
using store::FindingsStore;

namespace {

using IsWanted = std::function<bool(std::string_view)>;

/// Is a table of SQL that has the rows of one kind of the findings store.
template <class Row>
struct StoreTable {
  std::string_view name;
  bool has_location = true;  ///< Is false if its rows are of no location.
};

constexpr std::tuple kStoreTables(StoreTable<store::Wait>{"wait_states"}, StoreTable<store::Delay>{"delays"},
                                  StoreTable<store::Stretch>{"critical_path"},
                                  StoreTable<store::Message>{"messages"},
                                  StoreTable<store::ProbedMessage>{"probed_messages"},
                                  StoreTable<store::PartitionTransfer>{"partition_transfers"},
                                  StoreTable<store::CollectivePart>{"collectives"},
                                  StoreTable<store::Fork>{"forks"},
                                  StoreTable<store::Consequence>{"consequences", false});

/// Returns the name of a field as a column; those that SQL keeps for itself end with "_".
std::string column_name(std::string_view name) {
  constexpr std::array<std::string_view, 3> kKept = {"from", "to", "group"};
  return std::string(name) + (std::ranges::find(kKept, name) == kKept.end() ? "" : "_");
}

template <class Value>
constexpr std::string_view sql_type() {
  return std::is_same_v<Value, Ticks> || std::is_same_v<Value, double> ? "REAL" : "INTEGER";
}

/// Is a list of columns "name TYPE", for CREATE TABLE.
class Columns {
 public:
  void add(std::string_view name, std::string_view type) {
    text_ += fmt::format("{}{} {}", text_.empty() ? "" : ", ", name, type);
    ++number_;
  }
  size_t number() const { return number_; }
  void create(Database& database, std::string_view table) const {
    database.run(fmt::format("CREATE TABLE {} ({})", table, text_));
  }

 private:
  std::string text_;
  size_t number_ = 0;
};

/// Puts a value of a row; null is none. Ticks become seconds, points in time those since the run's begin.
template <class Value>
void put(Inserter& row, const Value* value, store::Unit unit, const RunClock& clock) {
  if (value == nullptr) return row.put_null();
  if constexpr (std::is_same_v<Value, Ticks>)
    row.put(unit == store::Unit::time ? clock.seconds(*value) : clock.length(*value));
  else if constexpr (std::is_same_v<Value, double>)
    row.put(*value);
  else if constexpr (requires { value->valid(); })
    return value->valid() ? row.put(static_cast<int64_t>(value->value)) : row.put_null();
  else
    row.put(static_cast<int64_t>(*value));
}

/// Calls `use(list, elements of a row)` for each list in a kind of row.
template <class Row, class Use>
void for_each_list(const Row& row, const Use& use) {
  const auto use_if_list = [&]<class Any>(const Any& field) {
    if constexpr (
        requires { field.name; } && !requires { typename Any::Value; })
      [&]<auto kMember, class... Inner>(const store::List<kMember, Inner...>& list) {
        use(list, row.*kMember);
      }
    (field);
  };
  store::for_each_field(Row::fields(), use_if_list);
}

/// Returns the table of a list: the row that an element is of, and the element's fields, or itself.
template <class List>
Columns columns_of_list(const List& list) {
  Columns columns;
  columns.add("id", "INTEGER PRIMARY KEY");
  columns.add("parent", "INTEGER");
  if constexpr (std::tuple_size_v<decltype(list.fields)> == 0)
    columns.add(column_name(list.name), "INTEGER");
  else
    store::for_each_value(list.fields, [&]<class Field>(const Field& field) {
      columns.add(column_name(field.name), sql_type<typename Field::Value>());
    });
  return columns;
}

template <class List>
std::string name_of_list(std::string_view table, const List& list) {
  return fmt::format("{}_{}", table, list.name);
}

/// Writes the rows of one kind, in one table and one for each list in them.
template <class Row>
class StoreTableWriter {
 public:
  StoreTableWriter(Database& database, const StoreTable<Row>& table, const RunClock& clock)
      : table_(table), clock_(clock), rows_(database, table.name, columns(table).number()) {
    for_each_list(Row(), [&](const auto& list, const auto& /*elements*/) {
      lists_.emplace_back(database, name_of_list(table.name, list), columns_of_list(list).number());
    });
  }

  static Columns columns(const StoreTable<Row>& table) {
    Columns columns;
    columns.add("id", "INTEGER PRIMARY KEY");
    if (table.has_location) {
      columns.add("location", "INTEGER");
      columns.add("number", "INTEGER");
    }
    store::for_each_value(Row::fields(), [&]<class Field>(const Field& field) {
      columns.add(column_name(field.name), sql_type<typename Field::Value>());
    });
    return columns;
  }
  static void create(Database& database, const StoreTable<Row>& table) {
    columns(table).create(database, table.name);
    for_each_list(Row(), [&](const auto& list, const auto& /*elements*/) {
      columns_of_list(list).create(database, name_of_list(table.name, list));
    });
  }

  Status write(const FindingsStore& store, LocationId location) {
    TRY(const std::vector<Row> rows, store.read<Row>(location));
    for (size_t number = 0; number < rows.size(); ++number) {
      const Row& row = rows[number];
      rows_.put(next_);
      if (table_.has_location) {
        rows_.put(static_cast<int64_t>(location.value));
        rows_.put(static_cast<int64_t>(number));
      }
      store::for_each_value(Row::fields(),
                            [&](const auto& field) { put(rows_, field.find(row), field.unit, clock_); });
      rows_.end_row();
      write_lists(row);
      ++next_;
    }
    return {};
  }

 private:
  void write_lists(const Row& row) {
    size_t position = 0;
    for_each_list(row, [&](const auto& list, const auto& elements) {
      Inserter& inserter = lists_[position++];
      for (const auto& element : elements) {
        inserter.put_null();  // SQLite counts the id itself.
        inserter.put(next_);
        if constexpr (std::tuple_size_v<decltype(list.fields)> == 0)
          put(inserter, &element, store::Unit::none, clock_);
        else
          store::for_each_value(list.fields, [&](const auto& field) {
            put(inserter, field.find(element), field.unit, clock_);
          });
        inserter.end_row();
      }
    });
  }

  const StoreTable<Row>& table_;
  const RunClock& clock_;
  Inserter rows_;
  std::vector<Inserter> lists_;
  int64_t next_ = 0;
};

template <class Row>
bool is_store_table_wanted(const StoreTable<Row>& table, const IsWanted& is_wanted) {
  bool wanted = is_wanted(table.name);
  for_each_list(Row(), [&](const auto& list, const auto& /*elements*/) {
    wanted = wanted || is_wanted(name_of_list(table.name, list));
  });
  return wanted;
}

template <class Row>
Status write_store_table(const FindingsStore& store, const StoreTable<Row>& table, Database& database) {
  const RunClock clock(store.report());
  StoreTableWriter<Row> writer(database, table, clock);
  const size_t locations = table.has_location ? store.report().locations.size() : 1;
  for (size_t i = 0; i < locations; ++i) TRY_STATUS(writer.write(store, LocationId(i)));
  return {};
}

Status write_store_tables(const Report& report, Database& database, const IsWanted& is_wanted) {
  bool any = false;
  const auto create = [&]<class Row>(const StoreTable<Row>& table) {
    StoreTableWriter<Row>::create(database, table);
    any = any || is_store_table_wanted(table, is_wanted);
  };
  std::apply([&](const auto&... table) { (create(table), ...); }, kStoreTables);
  if (!any) return {};

  TRY(const FindingsStore store, FindingsStore::open(report));
  Status status;
  const auto write = [&](const auto& table) {
    if (status && is_store_table_wanted(table, is_wanted)) status = write_store_table(store, table, database);
  };
  std::apply([&](const auto&... table) { (write(table), ...); }, kStoreTables);
  return status;
}

/// Is a table whose rows are made here: its name, its columns, and what writes them.
struct ReportTable {
  std::string_view name;
  std::vector<std::pair<std::string_view, std::string_view>> columns;  ///< Are pairs of name and type.
  std::function<void(Inserter&)> write;
};

void put_line(Inserter& row, int64_t line) {
  if (line < 0)
    row.put_null();
  else
    row.put(line);
}

template <class Id>
void put_id(Inserter& row, Id id) {
  if (id.valid())
    row.put(static_cast<int64_t>(id.value));
  else
    row.put_null();
}

void write_attributes(const Report& report, Inserter& row) {
  for (const auto& [name, value] : report.attributes) {
    row.put(name);
    row.put(value);
    row.end_row();
  }
}

void write_processes(const Report& report, Inserter& row) {
  for (size_t i = 0; i < report.location_groups.size(); ++i) {
    const LocationGroup& group = report.location_groups[i];
    row.put(static_cast<int64_t>(i));
    row.put(group.name);
    row.put(group.type);
    row.put(group.rank);
    row.put(group.parent.valid() ? std::string_view(report.system_nodes[group.parent.index()].name)
                                 : std::string_view());
    row.end_row();
  }
}

void write_locations(const Report& report, Inserter& row) {
  for (size_t i = 0; i < report.locations.size(); ++i) {
    const Location& location = report.locations[i];
    row.put(static_cast<int64_t>(i));
    row.put(location.name);
    row.put(location.type);
    put_id(row, location.group);
    row.put(report.location_groups[location.group.index()].rank);
    row.put(location.rank);
    row.end_row();
  }
}

void write_call_paths(const Report& report, Inserter& row) {
  const PathNames names(report);
  for (size_t i = 0; i < report.call_paths.size(); ++i) {
    const CallPath& path = report.call_paths[i];
    const Region& region = report.regions[path.region.index()];
    row.put(static_cast<int64_t>(i));
    put_id(row, path.parent);
    row.put(names.path(report, CallPathId(i)));
    row.put(region.name);
    row.put(region.module);
    put_line(row, region.begin_line);
    row.put(path.call_file);
    put_line(row, path.call_line);
    row.put(region.paradigm);
    row.put(region.role);
    row.end_row();
  }
}

void write_metrics(const Space& space, Inserter& row) {
  const Report& report = space.report();
  for (size_t i = 0; i < report.metrics.size(); ++i) {
    const Metric& metric = report.metrics[i];
    row.put(static_cast<int64_t>(i));
    put_id(row, metric.parent);
    row.put(metric.id);
    row.put(metric.name);
    row.put(metric.unit);
    row.put(space.total(MetricId(i)));
    row.put(metric.description);
    row.put(metric.remedy);
    row.end_row();
  }
}

void write_severities(const Space& space, Inserter& row) {
  for (const auto& [metric, path] : findings::cells_with_values(space.report(), Below::excluded)) {
    const Column values = space.by_location(metric, path, Below::excluded);
    for (size_t location = 0; location < space.report().locations.size(); ++location) {
      const double value = values.number(location);
      if (value == 0) continue;
      row.put(static_cast<int64_t>(metric.value));
      row.put(static_cast<int64_t>(path.value));
      row.put(static_cast<int64_t>(location));
      row.put(value);
      row.end_row();
    }
  }
}

void write_phases(const Space& space, Inserter& row) {
  for (const findings::Phase& phase : findings::phases(space)) {
    row.put(phase.name);
    for (const double value : {phase.visits, phase.longest, phase.time, phase.waiting, phase.caused,
                               phase.mean_computation, phase.largest_computation})
      row.put(value);
    row.end_row();
  }
}

std::vector<ReportTable> report_tables(const Space& space) {
  const Report& report = space.report();
  return {
      {"attributes",
       {{"name", "TEXT"}, {"value", "TEXT"}},
       [&](Inserter& row) { write_attributes(report, row); }},
      {"processes",
       {{"id", "INTEGER PRIMARY KEY"},
        {"name", "TEXT"},
        {"type", "TEXT"},
        {"rank", "INTEGER"},
        {"node", "TEXT"}},
       [&](Inserter& row) { write_processes(report, row); }},
      {"locations",
       {{"id", "INTEGER PRIMARY KEY"},
        {"name", "TEXT"},
        {"type", "TEXT"},
        {"process", "INTEGER"},
        {"rank", "INTEGER"},
        {"thread", "INTEGER"}},
       [&](Inserter& row) { write_locations(report, row); }},
      {"call_paths",
       {{"id", "INTEGER PRIMARY KEY"},
        {"parent", "INTEGER"},
        {"path", "TEXT"},
        {"function", "TEXT"},
        {"file", "TEXT"},
        {"line", "INTEGER"},
        {"call_file", "TEXT"},
        {"call_line", "INTEGER"},
        {"paradigm", "TEXT"},
        {"role", "TEXT"}},
       [&](Inserter& row) { write_call_paths(report, row); }},
      {"metrics",
       {{"id", "INTEGER PRIMARY KEY"},
        {"parent", "INTEGER"},
        {"metric", "TEXT"},
        {"name", "TEXT"},
        {"unit", "TEXT"},
        {"total", "REAL"},
        {"description", "TEXT"},
        {"remedy", "TEXT"}},
       [&](Inserter& row) { write_metrics(space, row); }},
      {"severities",
       {{"metric", "INTEGER"}, {"path", "INTEGER"}, {"location", "INTEGER"}, {"value", "REAL"}},
       [&](Inserter& row) { write_severities(space, row); }},
      {"phases",
       {{"name", "TEXT"},
        {"visits", "REAL"},
        {"longest", "REAL"},
        {"time", "REAL"},
        {"waiting", "REAL"},
        {"caused", "REAL"},
        {"mean_computation", "REAL"},
        {"largest_computation", "REAL"}},
       [&](Inserter& row) { write_phases(space, row); }},
  };
}

void write_report_tables(const Space& space, Database& database, const IsWanted& is_wanted) {
  for (const ReportTable& table : report_tables(space)) {
    Columns columns;
    for (const auto& [name, type] : table.columns) columns.add(name, type);
    columns.create(database, table.name);
    if (!is_wanted(table.name)) continue;
    Inserter rows(database, table.name, columns.number());
    table.write(rows);
  }
}

}  // namespace

Status write_tables(const Space& space, Database& database, const IsWanted& is_wanted) {
  database.begin();
  write_report_tables(space, database, is_wanted);
  TRY_STATUS(write_store_tables(space.report(), database, is_wanted));
  database.end();
  return database.status();
}

}  // namespace latecomer::sql
