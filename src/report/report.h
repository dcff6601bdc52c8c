// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "base/result.h"
#include "report/column.h"

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

/// Says how a metric's stored values relate to the call tree (Cube's metric types).
enum class MetricKind : uint8_t {
  exclusive,
  inclusive,
  simple,
  postderived,
  prederived_inclusive,
  prederived_exclusive
};

/// Holds what producers say of a definition beyond what all say: keys and values, in the order of the file.
using Attributes = std::vector<std::pair<std::string, std::string>>;

struct Metric {
  std::string id;           ///< Is the unique name: "mpi_latesender".
  MetricId parent;          ///< Is the metric above; invalid for a root.
  std::string name;         ///< Is the name that is shown: "Late Sender".
  std::string unit;         ///< Is "sec", "occ", "bytes", …
  std::string data_type;    ///< Is Cube's name: "DOUBLE", "UINT64", …
  std::string description;  ///< Says what the metric measures.
  std::string remedy;       ///< Says what a user can do about it; empty where there is nothing to do.
  std::string url;
  std::string expression;      ///< Is CubePL of derived metrics.
  std::string initialization;  ///< Is CubePL that is run once before the expression.
  // These are CubePL that makes one value of two, `arg1` and `arg2`; empty for adding and subtracting.
  std::string aggregation_plus;   ///< Adds inclusive and exclusive values of the metric.
  std::string aggregation_minus;  ///< Subtracts inclusive and exclusive values of the metric.
  std::string aggregation;        ///< Combines the metric's values over call paths and locations.
  std::string value;              ///< Is Cube's `val`; "VOID": the metric has no values of its own.
  MetricKind kind = MetricKind::exclusive;
  bool is_ghost = false;  ///< Says that the metric is not shown, and there for the expressions of others.
  bool is_convertible = true;  ///< Says that there are both inclusive and exclusive values.
  bool is_cacheable = true;
  bool is_rowwise = true;  ///< Says that the expression may be evaluated for all locations together.
  Attributes attributes = {};

  bool operator==(const Metric&) const = default;
};

/// Returns whether a metric's values are calculated from those of others.
bool is_derived(const Metric& metric);
/// Returns the type of a metric's values: real numbers where they are calculated, or of unknown type.
DataType data_type_of(const Metric& metric);
/// Returns whether a metric's values are sums, and not minima, maxima, or calculated from sums.
bool is_sum(const Metric& metric);

struct Region {
  std::string name;
  std::string mangled_name;
  std::string description;
  std::string url;
  std::string paradigm;  ///< Is "mpi", "user", "compiler", "openmp", …
  std::string role;
  std::string module;  ///< Is the source file that defines the region.
  int64_t begin_line = -1;
  int64_t end_line = -1;
  Attributes attributes = {};

  bool operator==(const Region&) const = default;
};

/// Distinguishes call paths that are else the same, such as by the number of an iteration.
struct Parameter {
  std::string key;
  std::string value;
  bool is_number = false;

  bool operator==(const Parameter&) const = default;
};

/// Is a node of the call tree. Parents come before their children.
struct CallPath {
  CallPathId parent;  ///< Is the call path above; invalid for a root.
  RegionId region;
  std::string call_file = {};  ///< Is the file where it was called; without debug information "wave+0x11a9".
  int64_t call_line = -1;
  std::vector<Parameter> parameters = {};
  Attributes attributes = {};

  bool operator==(const CallPath&) const = default;
};

/// Is the role of a region that is what a thread does between two recorded calls, with the calls' lines.
inline constexpr std::string_view kGapRole = "gap";
/// Is the role of regions that are time without a core. Their mangled names say why (off_core.def).
inline constexpr std::string_view kNotRunningRole = "not running";

struct SystemNode {
  std::string name;  ///< Is the node's class, a blank, and what it is called: "node n17".
  std::string class_name;
  SystemNodeId parent;  ///< Is the node above; invalid for a root.
  std::string description = {};
  Attributes attributes = {};

  bool operator==(const SystemNode&) const = default;
};

struct LocationGroup {
  std::string name;  ///< Is the group's name, as "MPI Rank 3".
  std::string type;  ///< Is "process", "accelerator" or "metrics".
  int64_t rank = 0;
  SystemNodeId parent;
  Attributes attributes = {};

  bool operator==(const LocationGroup&) const = default;
};

struct Location {
  std::string name;  ///< Is the location's name, as "Master thread".
  std::string type;  ///< Is "thread", "gpu" or "metric".
  int64_t rank = 0;
  LocationGroupId group;
  Attributes attributes = {};

  bool operator==(const Location&) const = default;
};

/// Says where locations stand in a grid, and sometimes their groups and the nodes of the system.
struct Topology {
  struct Dimension {
    std::string name;
    uint32_t size = 0;
    bool periodic = false;

    bool operator==(const Dimension&) const = default;
  };
  std::string name;
  std::vector<Dimension> dimensions;
  std::vector<LocationId> locations;
  std::vector<uint32_t> coordinates;  ///< Has each location's coordinates in turn, one by dimension.
  std::vector<LocationGroupId> groups = {};
  std::vector<uint32_t> group_coordinates = {};
  std::vector<SystemNodeId> system_nodes = {};
  std::vector<uint32_t> system_node_coordinates = {};

  bool operator==(const Topology&) const = default;
};

using RowKey = std::pair<MetricId, CallPathId>;
/// Holds rows by metric, then call path. Rows that are not there are zero.
using Rows = std::map<RowKey, Row>;

/// Is a range of consecutive locations.
struct LocationRange {
  size_t begin = 0;
  size_t end = 0;  ///< Is the position behind the last location.

  size_t size() const { return end - begin; }
};

/// Says what a row takes where it is stored.
struct StoredSize {
  uint64_t bytes = 0;  ///< Is the row's size; 0 if the row is not there.
  bool is_compressed = false;
};

/// Reads what a report does not have in memory when it is asked for, from any thread. What cannot be read
/// throws Unreadable. This base class has no further members of an archive.
class ReportStorage {
 public:
  virtual ~ReportStorage() = default;
  /// Returns a row's values of these locations; null if all are zero.
  virtual Row row(RowKey key, LocationRange where) const = 0;
  /// Returns what a row takes, without looking at values.
  virtual StoredSize stored_size(RowKey key) const = 0;
  /// Returns the rows that are not zero throughout, ascending.
  virtual std::vector<RowKey> rows() const = 0;
  /// Returns a further member of the archive; null if there is none.
  virtual std::shared_ptr<const std::string> file(const std::string& /*name*/) const { return nullptr; }
  /// Returns `size` bytes of a further member from `offset` on; null if it does not have them.
  virtual std::shared_ptr<const std::string> file_part(const std::string& /*name*/, uint64_t /*offset*/,
                                                       uint64_t /*size*/) const {
    return nullptr;
  }
  /// Returns the names of the further members, ascending.
  virtual std::vector<std::string> files() const { return {}; }
};

class PathNames;

/// Is a performance space: metric x call path x location. Stored values contain those of the metric's
/// children (so "time" contains "mpi"), and for kind `exclusive` not those of the call path's children.
class Report {
 public:
  std::vector<Metric> metrics;  ///< Has metrics, parents before their children.
  std::vector<Region> regions;
  std::vector<CallPath> call_paths;  ///< Has call paths, parents before their children.
  std::vector<SystemNode> system_nodes;
  std::vector<LocationGroup> location_groups;
  std::vector<Location> locations;
  std::vector<Topology> topologies;
  std::map<std::string, std::string> attributes;  ///< Has facts about the run by key.
  std::vector<std::string> mirrors;  ///< Has what urls that begin with `@mirror@` are relative to.
  std::string metrics_title;         ///< Is, as other titles, empty where a tree has no name of its own.
  std::string call_tree_title;
  std::string system_title;
  /// Has the numbers by which other files, as trace.stat, know the call paths; empty: positions.
  std::vector<uint32_t> call_path_numbers;
  /// Has further members of the archive in memory, by name.
  std::map<std::string, std::string> files;
  std::vector<std::string> notes;  ///< Has what a file held that this report does not, a line each.

  /// Returns values as they are stored; null: zero, as are those of a metric whose data type is not known.
  Row column(MetricId metric, CallPathId path) const;
  /// Returns the stored values of some locations, in order; null: zero.
  Row column(MetricId metric, CallPathId path, LocationRange where) const;
  /// Returns the stored values of all locations as numbers, in order; empty when all are zero.
  std::vector<double> row(MetricId metric, CallPathId path) const;
  void set_column(MetricId metric, CallPathId path, Column values);
  void set_row(MetricId metric, CallPathId path, const std::vector<double>& values);
  /// Returns which rows there are, ascending.
  std::vector<RowKey> stored_rows() const;
  /// Returns what a row takes; in memory that is what its values do.
  StoredSize stored_size(RowKey key) const;

  /// Returns a further member of the report's archive; null if there is none.
  std::shared_ptr<const std::string> file(const std::string& name) const;
  /// Returns `size` bytes of a further member from `offset` on; null if it does not have them.
  std::shared_ptr<const std::string> file_part(const std::string& name, uint64_t offset, uint64_t size) const;
  /// Returns the names of all further members, ascending.
  std::vector<std::string> file_names() const;
  /// Drops all rows in memory; from here on rows, and files that are not in memory, are read from `storage`.
  void read_from(std::shared_ptr<const ReportStorage> storage);
  const std::shared_ptr<const ReportStorage>& storage() const { return storage_; }

  /// Returns the metric of this unique name; invalid if there is none.
  MetricId find_metric(std::string_view id) const;
  /// Returns "main/solve/MPI_Recv", as PathNames puts it. Once it was asked for, call paths stay as they are.
  std::string path_name(CallPathId path) const;
  /// Returns the last part of a call path's name: "MPI_Recv".
  std::string node_name(CallPathId path) const;
  /// Returns "rank 3", or for other threads than a process's first "rank 3, thread 2"; of what is no process,
  /// its own name.
  std::string location_name(LocationId location) const;

 private:
  const PathNames& path_names() const;

  mutable std::shared_ptr<const PathNames> path_names_;  ///< Is null until a name is asked for.
  Rows rows_;
  std::shared_ptr<const ReportStorage> storage_;
};

}  // namespace latecomer::report
