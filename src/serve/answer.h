// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "findings/json.h"
#include "serve/request.h"
#include "serve/spaces.h"

namespace latecomer::serve {

/// What docs/api.md says of such a request. All ranks of the spaces call it together.
findings::Json answer(const Spaces& spaces, const Request& request);

}  // namespace latecomer::serve
