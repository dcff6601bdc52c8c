// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <nlohmann/json.hpp>

namespace latecomer::findings {

/// Is JSON that keeps the order in which members were added.
using Json = nlohmann::ordered_json;

/// Returns the position that an id stands for; null for an invalid id.
template <class IdType>
Json position_or_null(IdType id) {
  return id.valid() ? Json(id.index()) : Json();
}

}  // namespace latecomer::findings
