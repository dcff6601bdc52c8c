// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/id.h"
#include "base/result.h"
#include "record/core/growing_file.h"
#include "record/core/loaded_modules.h"

namespace latecomer::record {

/// Identifies a thread's stack of calls by its innermost call in the thread's tree.
struct StackId : Id<StackId> {
  using Id::Id;
};

/// Describes a call as a node in the tree of the calls that led to it.
struct StackNode {
  StackId caller;  ///< Is the calling node, invalid for an outermost call.
  /// Is an address within the instruction that calls; without a module, the calls are not known.
  ModuleAddress call;

  static auto fields(auto& self) { return std::tie(self.caller, self.call.module, self.call.address); }
  friend auto operator<=>(const StackNode&, const StackNode&) = default;
};
struct StackNodeHash {
  size_t operator()(const StackNode& node) const;
};

/// Writes the call stacks of a thread as a tree, in a file where each node is after its caller. One thread
/// adds at a time.
class StackLog {
 public:
  static Result<std::unique_ptr<StackLog>> create(const std::string& path, const FilePlace& place = {});
  StackLog(const StackLog&) = delete;
  StackLog& operator=(const StackLog&) = delete;
  /// Gives back the part of the file that was not used.
  ~StackLog();

  /// Returns the stack of this call, added if it is new; none if the file cannot grow: errno says why.
  StackId call(StackId caller, ModuleAddress call);
  /// Gives back the part of the file that was not used, once nothing is added any more.
  void give_back_unused() noexcept;

 private:
  explicit StackLog(std::unique_ptr<GrowingFile> file) : file_(std::move(file)), free_(file_->chunk()) {}
  bool append(const StackNode& node) noexcept;

  std::unordered_map<StackNode, StackId, StackNodeHash> known_;
  uint32_t count_ = 0;
  std::unique_ptr<GrowingFile> file_;
  std::span<std::byte> free_;  // of the file's chunk
};

/// Returns the tree that a StackLog wrote, or is writing, by StackId; whole nodes only.
Result<std::vector<StackNode>> read_stack_log(const std::string& path);

}  // namespace latecomer::record
