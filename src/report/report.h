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

/// How a metric's stored values relate to the call tree (Cube's metric types).
enum class MetricKind : uint8_t {
  exclusive,
  inclusive,
  simple,
  postderived,
  prederived_inclusive,
  prederived_exclusive
};

/// What producers say of a definition beyond what all say: keys and values, in the order of the file.
using Attributes = std::vector<std::pair<std::string, std::string>>;

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
  // CubePL that makes one value of two, `arg1` and `arg2`; empty where they are added and subtracted.
  std::string aggregation_plus;   ///< of inclusive and exclusive values: their sum
  std::string aggregation_minus;  ///< the same: their difference
  std::string aggregation;        ///< over call paths and locations
  std::string value;              ///< Cube's `val`; "VOID": it has no values of its own
  MetricKind kind = MetricKind::exclusive;
  bool is_ghost = false;       ///< not shown, and there for the expressions of others
  bool is_convertible = true;  ///< whether there are both inclusive and exclusive values of it
  bool is_cacheable = true;
  bool is_rowwise = true;  ///< whether its expression may be evaluated for all locations together
  Attributes attributes = {};

  bool operator==(const Metric&) const = default;
};

/// Whether its values are calculated from those of others.
bool is_derived(const Metric& metric);
/// Of its values: real numbers where they are calculated, and where nobody knows how they are stored.
DataType data_type_of(const Metric& metric);
/// Whether its values are sums, and not minima, maxima, or calculated from sums.
bool is_sum(const Metric& metric);

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
  Attributes attributes = {};

  bool operator==(const Region&) const = default;
};

/// What distinguishes call paths that are else the same, such as the number of an iteration.
struct Parameter {
  std::string key;
  std::string value;
  bool is_number = false;

  bool operator==(const Parameter&) const = default;
};

/// A node of the call tree. Parents come before their children.
struct CallPath {
  CallPathId parent;  ///< invalid for a root
  RegionId region;
  std::string call_file = {};  ///< where it was called; without debug information "wave+0x11a9"
  int64_t call_line = -1;
  std::vector<Parameter> parameters = {};
  Attributes attributes = {};

  bool operator==(const CallPath&) const = default;
};

/// The role of a region that is what a thread does between two recorded calls: its lines are those.
inline constexpr std::string_view kGapRole = "gap";
inline constexpr std::string_view kNotRunningRole = "not running";

struct SystemNode {
  std::string name;  ///< its class, a blank, and what it is called: "node n17"
  std::string class_name;
  SystemNodeId parent;  ///< invalid for a root
  std::string description = {};
  Attributes attributes = {};

  bool operator==(const SystemNode&) const = default;
};

struct LocationGroup {
  std::string name;  ///< "MPI Rank 3"
  std::string type;  ///< "process", "accelerator", "metrics"
  int64_t rank = 0;
  SystemNodeId parent;
  Attributes attributes = {};

  bool operator==(const LocationGroup&) const = default;
};

struct Location {
  std::string name;  ///< "Master thread"
  std::string type;  ///< "thread", "gpu", "metric"
  int64_t rank = 0;
  LocationGroupId group;
  Attributes attributes = {};

  bool operator==(const Location&) const = default;
};

/// Where locations stand in a grid, and sometimes their groups and the nodes of the system.
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
  std::vector<uint32_t> coordinates;  ///< of each location in turn, one for each dimension
  std::vector<LocationGroupId> groups = {};
  std::vector<uint32_t> group_coordinates = {};
  std::vector<SystemNodeId> system_nodes = {};
  std::vector<uint32_t> system_node_coordinates = {};

  bool operator==(const Topology&) const = default;
};

using RowKey = std::pair<MetricId, CallPathId>;
/// By metric, then call path. Rows that are not there are zero.
using Rows = std::map<RowKey, Row>;

/// Consecutive locations.
struct LocationRange {
  size_t begin = 0;
  size_t end = 0;  ///< behind the last one

  size_t size() const { return end - begin; }
};

/// What a row takes where it is stored.
struct StoredSize {
  uint64_t bytes = 0;  ///< 0: it is not there
  bool is_compressed = false;
};

/// What a report does not have in memory: it is read when it is asked for, from any thread. What cannot be
/// read throws Unreadable. Here, there are no further members of an archive.
class ReportStorage {
 public:
  virtual ~ReportStorage() = default;
  /// The values of these locations; null: zero.
  virtual Row row(RowKey key, LocationRange where) const = 0;
  /// Looks at no value.
  virtual StoredSize stored_size(RowKey key) const = 0;
  /// Those that are not zero throughout, ascending.
  virtual std::vector<RowKey> rows() const = 0;
  /// A further member of the archive; null if there is none.
  virtual std::shared_ptr<const std::string> file(const std::string& /*name*/) const { return nullptr; }
  /// So many bytes of it; null if it does not have them.
  virtual std::shared_ptr<const std::string> file_part(const std::string& /*name*/, uint64_t /*offset*/,
                                                       uint64_t /*size*/) const {
    return nullptr;
  }
  /// The names of these, ascending.
  virtual std::vector<std::string> files() const { return {}; }
};

class PathNames;

/// The performance space: metric x call path x location. Stored values contain those of the metric's children
/// (so "time" contains "mpi"), and for kind `exclusive` not those of the call path's children.
class Report {
 public:
  std::vector<Metric> metrics;  ///< parents before children
  std::vector<Region> regions;
  std::vector<CallPath> call_paths;  ///< parents before children
  std::vector<SystemNode> system_nodes;
  std::vector<LocationGroup> location_groups;
  std::vector<Location> locations;
  std::vector<Topology> topologies;
  std::map<std::string, std::string> attributes;  ///< facts about the run: key -> value
  std::vector<std::string> mirrors;               ///< what urls that begin with `@mirror@` are relative to
  std::string metrics_title;  ///< what the three trees are called, where they have a name of their own
  std::string call_tree_title;
  std::string system_title;
  /// The numbers by which other files, such as trace.stat, know the call paths; empty where these are their
  /// positions.
  std::vector<uint32_t> call_path_numbers;
  /// Further members of the report's archive, those in memory: name -> content.
  std::map<std::string, std::string> files;
  std::vector<std::string> notes;  ///< what a file held that this report does not, a line each

  /// Values as they are stored; null: zero, as are those of a metric whose data type is not known.
  Row column(MetricId metric, CallPathId path) const;
  /// Those of some locations, in order.
  Row column(MetricId metric, CallPathId path, LocationRange where) const;
  /// The same as numbers, of all locations in order; empty when all are zero.
  std::vector<double> row(MetricId metric, CallPathId path) const;
  void set_column(MetricId metric, CallPathId path, Column values);
  void set_row(MetricId metric, CallPathId path, const std::vector<double>& values);
  /// Which rows there are, ascending.
  std::vector<RowKey> stored_rows() const;
  /// In memory, rows take what their values do.
  StoredSize stored_size(RowKey key) const;

  /// A further member of the report's archive; null if there is none.
  std::shared_ptr<const std::string> file(const std::string& name) const;
  /// So many bytes of it; null if it does not have them.
  std::shared_ptr<const std::string> file_part(const std::string& name, uint64_t offset, uint64_t size) const;
  /// The names of all further members, ascending.
  std::vector<std::string> file_names() const;
  /// Lets go of all rows in memory; from here on rows, and files that are not in memory, are read from there.
  void read_from(std::shared_ptr<const ReportStorage> storage);
  const std::shared_ptr<const ReportStorage>& storage() const { return storage_; }

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
  std::shared_ptr<const ReportStorage> storage_;
};

}  // namespace latecomer::report
