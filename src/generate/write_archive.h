// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <functional>
#include <string>

#include "base/result.h"
#include "generate/program.h"
#include "generate/schedule.h"

namespace latecomer::generate {

/// Writes the OTF2 archive of a run, by several threads, each with one location at a time. `done(rank)` is
/// called, from any of them, after the last location of a rank.
Status write_archive(const Program& program, const Schedule& schedule, const std::string& directory,
                     const std::function<void(uint32_t rank)>& done);

}  // namespace latecomer::generate
