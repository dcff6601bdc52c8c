// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"
#include "symbols/source_frame.h"

namespace latecomer::symbols {

/// Reads an executable or a shared library, and what its symbol tables and debug information, in it or in a
/// file of its own, say of its code.
class Module {
 public:
  /// Returns an error in a line if the file is not there, or is not the one that ran: `build_id` is in
  /// hexadecimal digits, empty if it had none.
  static Result<Module> open(const std::string& path, const std::string& build_id);

  /// Returns what is at an address as the file has it, before relocation. Without debug information there are
  /// no files and lines; without symbols, functions are called by where they begin ("wave+0x1180"). There are
  /// no frames where not even that is known. Which function is called is known of a call's last byte.
  SourceCode code_at(uint64_t address);

  Module(Module&&) noexcept;
  Module& operator=(Module&&) noexcept;
  ~Module();

 private:
  class DebugInfo;
  explicit Module(std::unique_ptr<DebugInfo> info);
  std::unique_ptr<DebugInfo> info_;
};

}  // namespace latecomer::symbols
