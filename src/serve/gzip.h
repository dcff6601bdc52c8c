// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <string_view>

namespace latecomer::serve {

/// Compresses a text into the form of a file of gzip.
std::string gzipped(std::string_view bytes);

}  // namespace latecomer::serve
