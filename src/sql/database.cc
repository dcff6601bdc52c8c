// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "sql/database.h"

#include <fmt/format.h>

#include <utility>

namespace latecomer::sql {

namespace {

// Nobody else opens these files, and one that is not complete is removed.
constexpr const char* kForOneWriter = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF";

Value value_of(sqlite3_stmt* statement, int column) {
  switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
      return sqlite3_column_int64(statement, column);
    case SQLITE_FLOAT:
      return sqlite3_column_double(statement, column);
    case SQLITE_NULL:
      return {};
    default: {
      const void* const bytes = sqlite3_column_blob(statement, column);
      const auto size = static_cast<size_t>(sqlite3_column_bytes(statement, column));
      return bytes == nullptr ? std::string() : std::string(static_cast<const char*>(bytes), size);
    }
  }
}

/// Returns whether nothing but blanks and the end of the statement follow.
bool is_rest_empty(const char* rest) {
  return std::string_view(rest).find_first_not_of(" \t\r\n;") == std::string_view::npos;
}

}  // namespace

Database::Database(const std::string& path) {
  sqlite3* opened = nullptr;
  const int code = sqlite3_open(path.c_str(), &opened);
  database_.reset(opened);
  if (opened == nullptr)
    status_ = Error{"no memory for a database"};
  else
    check(code);
  if (opened != nullptr) sqlite3_limit(opened, SQLITE_LIMIT_ATTACHED, 0);  // No statement opens other files.
  run(kForOneWriter);
}

void Database::check(int code) {
  const bool is_fine = code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW;
  if (!is_fine && status_) status_ = Error{sqlite3_errmsg(database_.get())};
}

void Database::run(const std::string& statements) {
  if (status_) check(sqlite3_exec(database_.get(), statements.c_str(), nullptr, nullptr, nullptr));
}

Status Database::ask(const std::string& statement,
                     const std::function<void(const std::vector<std::string>&)>& take_names,
                     const std::function<void(std::vector<Value>)>& take_row) {
  TRY_STATUS(status());
  sqlite3_stmt* prepared = nullptr;
  const char* rest = nullptr;
  const int code = sqlite3_prepare_v2(database_.get(), statement.c_str(), -1, &prepared, &rest);
  const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> owner(prepared, sqlite3_finalize);
  if (code != SQLITE_OK) return Error{sqlite3_errmsg(database_.get())};
  if (prepared == nullptr) return Error{"there is no statement"};
  if (!is_rest_empty(rest)) return Error{"more than one statement"};
  if (sqlite3_stmt_readonly(prepared) == 0)
    return Error{"the statement changes something; only questions are answered"};

  std::vector<std::string> names;
  for (int i = 0; i < sqlite3_column_count(prepared); ++i)
    names.emplace_back(sqlite3_column_name(prepared, i));
  take_names(names);
  int step = sqlite3_step(prepared);
  for (; step == SQLITE_ROW; step = sqlite3_step(prepared)) {
    std::vector<Value> row;
    for (int i = 0; i < static_cast<int>(names.size()); ++i) row.push_back(value_of(prepared, i));
    take_row(std::move(row));
  }
  return step == SQLITE_DONE ? Status() : Status(Error{sqlite3_errmsg(database_.get())});
}

Inserter::Inserter(Database& database, std::string_view table, size_t columns) : database_(database) {
  std::string places;
  for (size_t i = 0; i < columns; ++i) places += i == 0 ? "?" : ",?";
  const std::string text = fmt::format("INSERT INTO {} VALUES ({})", table, places);
  sqlite3_stmt* prepared = nullptr;
  if (database.status_)
    database.check(sqlite3_prepare_v2(database.database_.get(), text.c_str(), -1, &prepared, nullptr));
  statement_.reset(prepared);
}

void Inserter::put(int64_t number) {
  if (database_.status_) database_.check(sqlite3_bind_int64(statement_.get(), next_++, number));
}

void Inserter::put(double number) {
  if (database_.status_) database_.check(sqlite3_bind_double(statement_.get(), next_++, number));
}

void Inserter::put(std::string_view text) {
  if (database_.status_)
    database_.check(sqlite3_bind_text64(statement_.get(), next_++, text.data(), text.size(), SQLITE_TRANSIENT,
                                        SQLITE_UTF8));
}

void Inserter::put_null() {
  if (database_.status_) database_.check(sqlite3_bind_null(statement_.get(), next_++));
}

void Inserter::end_row() {
  if (!database_.status_) return;
  next_ = 1;
  database_.check(sqlite3_step(statement_.get()));
  database_.check(sqlite3_reset(statement_.get()));
}

}  // namespace latecomer::sql
