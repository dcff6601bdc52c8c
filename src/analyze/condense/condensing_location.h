// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analyze/model/call_tree.h"
#include "analyze/model/condensed_location.h"
#include "trace/anomaly.h"

namespace latecomer::analyze {

/// Is the initialization of partitioned transfers.
struct PartitionedInit {
  bool sends = false;
  uint64_t request = 0;
  trace::CommId comm;
  trace::RankInComm peer = trace::kNoRank;
  uint32_t tag = 0;
  uint32_t partitions = 0;
  uint64_t bytes = 0;  ///< Is the bytes of all partitions.
  CallIndex call = kNoCall;
};

enum class RequestKind : uint8_t { send, receive, collective };

/// Is an operation that this thread started and did not complete.
struct OpenRequest {
  RequestKind kind;
  uint64_t request;
  uint32_t operation;  ///< Is a position in sends, receives or collectives.
};

/// Identifies an operation on a file.
struct FileRequest {
  trace::IoHandleId handle;
  uint64_t request = 0;
  auto operator<=>(const FileRequest&) const = default;
};

/// Is an operation on a file that has begun.
struct OpenFileOperation {
  static constexpr uint32_t kIndividual = UINT32_MAX;
  uint32_t mode = 0;                  ///< Is the mode as its event has it.
  uint32_t collective = kIndividual;  ///< Is its position in collectives.
};

/// Is the completion of an operation on a file that this thread had not begun.
struct FileCompletion {
  FileRequest request;
  uint64_t bytes = 0;
  Ticks time;
  CallIndex call = kNoCall;
};

/// Is a location while it is condensed, until all threads of its process and all ranks' call paths are there.
struct CondensingLocation : CondensedLocation {
  CallTree call_tree;  ///< Is its own tree.
  trace::AnomalyCounts anomalies;
  /// Counts the anomalies whose call path is known, by path of its own tree.
  std::map<std::pair<trace::Anomaly, CallPathId>, int64_t> anomaly_paths;
  /// Says in one line why the location could not be read to its end; empty if it could.
  std::string problem;
  // These lists are settled with the other threads of its process (join_threads).
  std::vector<OpenRequest> open_requests;
  std::vector<PartitionedInit> partitioned_inits;
  std::map<FileRequest, OpenFileOperation> open_file_operations;
  std::vector<FileCompletion> foreign_file_completions;

  void count_anomaly(trace::Anomaly kind, CallPathId path, int64_t times = 1) {
    anomalies.count(kind, times);
    if (times > 0) anomaly_paths[{kind, path}] += times;
  }
};

}  // namespace latecomer::analyze
