// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <functional>
#include <string_view>

#include "base/result.h"
#include "query/space.h"
#include "sql/database.h"

namespace latecomer::sql {

/// Makes the tables of a report (docs/queries.md) and fills those that are wanted. Times become seconds since
/// the run's first event. An error says that the wanted findings store is missing or damaged, or is SQLite's.
Status write_tables(const query::Space& space, Database& database,
                    const std::function<bool(std::string_view)>& is_wanted);

}  // namespace latecomer::sql
