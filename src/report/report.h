// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"

namespace latecomer::report {

struct MetricId : Id<MetricId> {
  using Id::Id;
};
struct RegionId : Id<RegionId> {
  using Id::Id;
};
struct CallPathId : Id<CallPathId> {
  using Id::Id;
};
struct SystemNodeId : Id<SystemNodeId> {
  using Id::Id;
};
struct LocationGroupId : Id<LocationGroupId> {
  using Id::Id;
};
struct LocationId : Id<LocationId> {
  using Id::Id;
};

/// How a metric's stored values relate to the call tree (Cube's metric types).
enum class MetricKind : uint8_t {
  exclusive,
  inclusive,
  simple,
  postderived,
  prederived_inclusive,
  prederived_exclusive
};

struct Metric {
  std::string id;           ///< unique name: "mpi_latesender"
  MetricId parent;          ///< invalid for a root
  std::string name;         ///< as shown: "Late Sender"
  std::string unit;         ///< "sec", "occ", "bytes"
  std::string data_type;    ///< Cube's name: "DOUBLE", "UINT64", …
  std::string description;  ///< what it measures
  std::string remedy;       ///< what a user can do about it, empty where there is nothing to do
  std::string url;
  std::string expression;      ///< CubePL of derived metrics
  std::string initialization;  ///< CubePL run once before it
  MetricKind kind = MetricKind::exclusive;
};

struct Region {
  std::string name;
  std::string mangled_name;
  std::string description;
  std::string url;
  std::string paradigm;  ///< "mpi", "user", "compiler", "openmp", …
  std::string role;
  std::string module;  ///< source file
  int64_t begin_line = -1;
  int64_t end_line = -1;
};

/// A node of the call tree. Parents come before their children.
struct CallPath {
  CallPathId parent;  ///< invalid for a root
  RegionId region;
  std::string call_file = {};  ///< where it was called; without debug information "wave+0x11a9"
  int64_t call_line = -1;
};

/// The role of a region that is what a thread does between two recorded calls: its lines are those.
inline constexpr std::string_view kGapRole = "gap";
inline constexpr std::string_view kNotRunningRole = "not running";

struct SystemNode {
  std::string name;  ///< its class, a blank, and what it is called: "node n17"
  std::string class_name;
  SystemNodeId parent;  ///< invalid for a root
};

struct LocationGroup {
  std::string name;  ///< "MPI Rank 3"
  std::string type;  ///< "process", "accelerator", "metrics"
  int64_t rank = 0;
  SystemNodeId parent;
};

struct Location {
  std::string name;  ///< "Master thread"
  std::string type;  ///< "thread", "gpu", "metric"
  int64_t rank = 0;
  LocationGroupId group;
};

/// Where locations stand in a grid.
struct Topology {
  struct Dimension {
    std::string name;
    uint32_t size = 0;
    bool periodic = false;
  };
  std::string name;
  std::vector<Dimension> dimensions;
  std::vector<LocationId> locations;
  std::vector<uint32_t> coordinates;  ///< of each location in turn, one for each dimension
};

/// The performance space: metric x call path x location. Stored values contain those of the metric's children
/// (so "time" contains "mpi"), and for kind `exclusive` not those of the call path's children. Rows that are
/// not stored are zero.
class PathNames;

class Report {
 public:
  std::vector<Metric> metrics;  ///< parents before children
  std::vector<Region> regions;
  std::vector<CallPath> call_paths;  ///< parents before children
  std::vector<SystemNode> system_nodes;
  std::vector<LocationGroup> location_groups;
  std::vector<Location> locations;
  std::vector<Topology> topologies;               ///< written, and not read
  std::map<std::string, std::string> attributes;  ///< facts about the run: key -> value
  std::map<std::string, std::string> files;  ///< further members of the report's archive: name -> content
  std::vector<std::string> notes;            ///< what a file held that this report does not, a line each

  using RowKey = std::pair<MetricId, CallPathId>;
  using Rows = std::map<RowKey, std::vector<double>>;

  /// The values of all locations in order; empty when all are zero. Where rows are read on demand, they stay
  /// until the next one is asked for.
  std::span<const double> row(MetricId metric, CallPathId path) const;
  /// The same for writing; makes a row of zeros where there is none yet.
  std::span<double> row_for_update(MetricId metric, CallPathId path);
  void set_row(MetricId metric, CallPathId path, std::vector<double> values);
  /// Gives the values of a row.
  using RowSource = std::function<std::vector<double>(const Report&, RowKey)>;
  /// Forgets all rows; from here on they are read when they are asked for, by one thread.
  void read_rows_from(RowSource source);
  /// All stored rows by metric, then call path.
  const Rows& rows() const { return rows_; }

  /// The metric of this unique name; invalid if there is none.
  MetricId find_metric(std::string_view id) const;
  /// "main/solve/MPI_Recv", as PathNames puts it. Once it was asked for, call paths stay as they are.
  std::string path_name(CallPathId path) const;
  /// "MPI_Recv": the last part of it.
  std::string node_name(CallPathId path) const;
  /// "rank 3", for other threads than a process's first "rank 3, thread 2"
  std::string location_name(LocationId location) const;

 private:
  const PathNames& path_names() const;

  mutable std::shared_ptr<const PathNames> path_names_;  ///< null until it is asked for
  Rows rows_;
  RowSource source_;
  // What was read last.
  mutable RowKey last_key_;
  mutable std::vector<double> last_row_;
};

}  // namespace latecomer::report
