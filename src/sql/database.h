// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"

namespace latecomer::sql {

/// Holds a value of a column; monostate is SQL's NULL.
using Value = std::variant<std::monostate, int64_t, double, std::string>;

/// Is a database of SQLite, in a file or in memory. Its status is the first error; nothing is done after one.
class Database {
 public:
  /// Opens `path`, an empty file or ":memory:".
  explicit Database(const std::string& path);

  /// Runs statements that have no result.
  void run(const std::string& statements);
  /// Begins a transaction: what is inserted until end() goes to the file at once.
  void begin() { run("BEGIN"); }
  void end() { run("COMMIT"); }

  /// Asks one statement that changes nothing. `take_names` gets the names of the columns, then `take_row`
  /// each row. An error is what SQLite says of the statement.
  Status ask(const std::string& statement,
             const std::function<void(const std::vector<std::string>&)>& take_names,
             const std::function<void(std::vector<Value>)>& take_row);

  Status status() const { return status_; }

 private:
  friend class Inserter;
  void check(int code);

  struct Close {
    void operator()(sqlite3* database) const { sqlite3_close(database); }
  };
  std::unique_ptr<sqlite3, Close> database_;
  Status status_;
};

/// Inserts rows of one table, column by column.
class Inserter {
 public:
  Inserter(Database& database, std::string_view table, size_t columns);

  void put(int64_t number);
  void put(double number);
  void put(std::string_view text);
  void put_null();
  /// Ends a row, of which all columns have been put.
  void end_row();

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  Database& database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  int next_ = 1;
};

}  // namespace latecomer::sql
