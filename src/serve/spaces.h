// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "query/space.h"
#include "serve/request.h"

namespace latecomer::serve {

/// Gives the values of what is served: a report, and perhaps another one that it is compared with.
struct Spaces {
  Spaces(const query::Space& first, const query::Space* second = nullptr) : first(first), second(second) {}
  Reports reports() const { return {first.report(), second == nullptr ? nullptr : &second->report()}; }

  const query::Space& first;
  const query::Space* second;
};

}  // namespace latecomer::serve
