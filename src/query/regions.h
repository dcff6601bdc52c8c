// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <span>
#include <vector>

#include "query/call_tree.h"
#include "query/space.h"

namespace latecomer::query {

/// Returns a flat profile: for each region, those of `paths` whose values together are the region's. With
/// what is called, a value contains those of all calls of the same region below it, so that of a recursion
/// the outermost call counts alone. `paths` are whole subtrees, in the tree's order.
std::vector<std::vector<report::CallPathId>> call_paths_of_regions(const report::Report& report,
                                                                   const CallTree& tree,
                                                                   std::span<const report::CallPathId> paths,
                                                                   Below below);

}  // namespace latecomer::query
