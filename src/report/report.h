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

/// Whether its values are calculated from those of others.
bool is_derived(const Metric& metric);
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

/// What a report does not have in memory: it is read when it is asked for, from any thread.
class ReportStorage {
 public:
  virtual ~ReportStorage() = default;
  /// The values of these locations. Null also where it cannot be read, which `status` tells then.
  virtual Row row(RowKey key, LocationRange where) const = 0;
  /// Looks at no value.
  virtual StoredSize stored_size(RowKey key) const = 0;
  /// Those that are not zero throughout, ascending.
  virtual std::vector<RowKey> rows() const = 0;
  /// A further member of the archive; null if there is none, or it cannot be read.
  virtual std::shared_ptr<const std::string> file(const std::string& name) const = 0;
  /// The names of these, ascending.
  virtual std::vector<std::string> files() const = 0;
  /// The first failure to read.
  virtual Status status() const = 0;
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
  std::vector<Topology> topologies;               ///< written, and not read
  std::map<std::string, std::string> attributes;  ///< facts about the run: key -> value
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
  /// Those in memory.
  const Rows& rows() const { return rows_; }

  /// A further member of the report's archive; null if there is none.
  std::shared_ptr<const std::string> file(const std::string& name) const;
  /// Lets go of all rows in memory; from here on rows, and files that are not in memory, are read from there.
  void read_from(std::shared_ptr<const ReportStorage> storage);
  const std::shared_ptr<const ReportStorage>& storage() const { return storage_; }
  /// What went wrong when rows or files were read so far.
  Status status() const;

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
