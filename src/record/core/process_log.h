// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "record/core/definitions.h"
#include "record/core/growing_file.h"
#include "record/core/kept_file.h"

namespace latecomer::record {

/// Writes the file of one process's definitions. Each is one write(2), and what a full disk has cut off is
/// taken back, so a file ends with a whole definition. What is defined before `open` is kept until then: a
/// process that never records leaves no file.
class ProcessLog {
 public:
  ProcessLog() = default;
  ProcessLog(const ProcessLog&) = delete;
  ProcessLog& operator=(const ProcessLog&) = delete;

  Status open(const std::string& path, const FilePlace& place = {});

  /// Writes the identity as far as it is known, in place of what was written of it before.
  Status identity(const ProcessIdentity& identity);
  Status region(const RegionKey& region);
  Status comm(const CommDefinition& comm);
  Status comm_name(const CommName& name);
  Status window(const WindowDefinition& window);
  Status window_name(const WindowName& name);
  Status file(const FileKey& file);
  Status handle(const HandleDefinition& handle);
  Status sources(const SourcesKey& sources);
  Status clock_offset(const trace::ClockOffset& offset);
  Status module(const CodeModule& module);
  Status thread(const ThreadKey& thread);
  /// Counts a thread of which no samples are taken, or not all the time.
  Status unsampled_thread();
  /// Says that no thread records from here on, so that nobody believes that they stayed in their calls. It
  /// may be called in any thread, whatever another one is writing. If it cannot be written, it is lost.
  void stopped() noexcept;

 private:
  Status write(const std::vector<std::byte>& bytes);
  bool append(std::span<const std::byte> bytes) noexcept;

  std::optional<KeptFile> file_;
  std::string path_;
  RoomForFiles* room_ = nullptr;
  std::vector<std::byte> pending_;
};

/// Reads what a ProcessLog wrote, up to the last whole definition.
Result<ProcessDefinitions> read_process_log(const std::string& path);

}  // namespace latecomer::record
