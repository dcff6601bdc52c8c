// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "base/json_text.h"
#include "serve/request.h"
#include "serve/spaces.h"

namespace latecomer::serve {

/// Answers a request as docs/api.md says. All ranks of the spaces call it together.
Json answer(const Spaces& spaces, const Request& request);

}  // namespace latecomer::serve
