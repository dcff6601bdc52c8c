// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "report/report.h"

namespace latecomer::algebra {

/// What becomes of the nodes of systems.
enum class SystemShape : uint8_t {
  kept,
  reduced,    ///< only machines and nodes stay
  collapsed,  ///< all processes are on one virtual node
};

/// What becomes of a call path.
enum class PathPart : uint8_t {
  kept,
  root,      ///< kept, and nothing is above it
  absorbed,  ///< what it adds up belongs to the call path around it
  outside,   ///< left out with its values
};

/// A report of which another one is made: where its parts are there. Invalid: nowhere.
struct Operand {
  const report::Report* report = nullptr;
  std::vector<report::MetricId> metrics;
  std::vector<report::CallPathId> call_paths;
  /// Of absorbed call paths, the one that has their values; empty if there are none.
  std::vector<report::CallPathId> absorbed_by;
  std::vector<report::LocationId> locations;
};

/// What becomes of the operands' trees.
struct Shape {
  SystemShape system = SystemShape::kept;
  /// Of each call path of the only operand; empty: all are kept.
  std::span<const PathPart> parts = {};
  /// What the result's metrics are in the first place, as a remapping specification has them: those of the
  /// operands with the same names give them their values, others follow. Null: those of the operands.
  const report::Report* specification = nullptr;
};

struct Alignment {
  report::Report report;  ///< the result's definitions, depth first, without values and without files
  std::vector<Operand> operands;
};

/// Brings the definitions of reports together. The same are: metrics of the same unique name; call paths as
/// report/align_trees.h says; in the same way nodes of the system by their names, processes by rank and name,
/// and threads by their numbers. What the result cannot hold of an operand is said in its notes. Regions that
/// nothing refers to are left out. The reports have to stay there.
Alignment align(std::span<const report::Report* const> operands, const Shape& shape);

/// Whether all of an operand's call paths and locations have the same numbers in the result.
bool is_numbered_alike(const report::Report& result, const Operand& operand);

}  // namespace latecomer::algebra
