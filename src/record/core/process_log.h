// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "record/core/definitions.h"

namespace latecomer::record {

/// The file of one process's definitions. Each is one write(2), so a file ends with a whole definition unless
/// the disk was full. What is defined before `open` is kept until then: a process that never records leaves
/// no file.
class ProcessLog {
 public:
  ProcessLog() = default;
  ProcessLog(const ProcessLog&) = delete;
  ProcessLog& operator=(const ProcessLog&) = delete;
  ~ProcessLog();

  Status open(const std::string& path);

  Status identity(std::string_view host, uint64_t pid, uint32_t cores);
  Status joined_world(uint32_t rank, uint32_t size, std::string_view archive);
  Status unrecorded_cpu_time(uint64_t nanoseconds);
  Status region(const RegionKey& region);
  Status comm(const CommDefinition& comm);
  Status comm_name(trace::CommId comm, std::string_view name);
  Status sources(trace::CommId comm, std::span<const uint32_t> ranks);
  Status clock_offset(const trace::ClockOffset& offset);
  Status module(const CodeModule& module);

 private:
  Status append(std::span<const std::byte> entry);

  int file_ = -1;
  std::string path_;
  std::vector<std::byte> pending_;
};

/// Reads what a ProcessLog wrote, up to the last whole definition.
Result<ProcessDefinitions> read_process_log(const std::string& path);

}  // namespace latecomer::record
