// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "report/report.h"

namespace latecomer::algebra {

/// Says what becomes of the nodes of systems.
enum class SystemShape : uint8_t {
  kept,
  reduced,    ///< Keeps only machines and nodes.
  collapsed,  ///< Puts all processes on one virtual node.
};

/// Says what becomes of a call path.
enum class PathPart : uint8_t {
  kept,
  root,      ///< Keeps a call path, with nothing above it.
  absorbed,  ///< Adds a call path's values to the call path around it.
  outside,   ///< Leaves a call path out with its values.
};

/// Says where a report's parts are in the one that is made of it; ids of parts that it lacks are invalid.
struct Operand {
  const report::Report* report = nullptr;
  std::vector<report::MetricId> metrics;
  std::vector<report::CallPathId> call_paths;
  /// Has for absorbed call paths the one that has their values; empty if none is absorbed.
  std::vector<report::CallPathId> absorbed_by;
  std::vector<report::LocationId> locations;
};

/// Says what becomes of the operands' trees.
struct Shape {
  SystemShape system = SystemShape::kept;
  /// Has a part for each of the operand's call paths; empty: all kept.
  std::span<const PathPart> parts = {};
  /// Has the result's metrics, as a remapping specification says: the operands' metrics with the same names
  /// give them values, others follow. Null: the metrics are those of the operands.
  const report::Report* specification = nullptr;
};

struct Alignment {
  report::Report report;  ///< Has the result's definitions, depth first, without values and without files.
  std::vector<Operand> operands;
};

/// Brings the definitions of reports together. The same are metrics of the same unique name; call paths as
/// report/align_trees.h says; in the same way nodes of the system by their names, processes by rank and name,
/// and threads by their numbers. What the result cannot hold of an operand is said in its notes. Regions that
/// nothing refers to are left out. The reports have to outlive the result.
Alignment align(std::span<const report::Report* const> operands, const Shape& shape);

/// Returns whether all of an operand's call paths and locations have the same numbers in the result.
bool is_numbered_alike(const report::Report& result, const Operand& operand);

}  // namespace latecomer::algebra
