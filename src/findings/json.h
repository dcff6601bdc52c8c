// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <nlohmann/json.hpp>

namespace latecomer::findings {

/// Keeps the order in which things are put in, which is that of the output.
using Json = nlohmann::ordered_json;

/// The position that an id stands for; null where there is none.
template <class IdType>
Json position_or_null(IdType id) {
  return id.valid() ? Json(id.index()) : Json();
}

}  // namespace latecomer::findings
