// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "findings/json.h"
#include "query/space.h"
#include "serve/request.h"

namespace latecomer::serve {

/// What docs/api.md says of such a request. All ranks of the space call it together.
findings::Json answer(const query::Space& space, const Request& request);

}  // namespace latecomer::serve
