// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <memory>

namespace latecomer::record {

/// Is memory of the calling thread for what it needs during one call, in its stack's place: arrays can be
/// large, and stacks small. It stays with the thread, so that nothing is allocated where as much was needed
/// before. It is not initialized.
class ThreadRoom {
 public:
  ThreadRoom() = default;
  explicit ThreadRoom(size_t bytes);
  ThreadRoom(const ThreadRoom&) = delete;
  ThreadRoom& operator=(const ThreadRoom&) = delete;
  ~ThreadRoom();
  /// Returns memory of so many bytes, which replaces what was taken before.
  void* take(size_t bytes);
  void* data() const { return data_; }

 private:
  void give_back() noexcept;

  void* data_ = nullptr;
  bool is_of_thread_ = false;
  std::unique_ptr<std::byte[]> own_;  // of a call within another one, for which there is not enough left
};

}  // namespace latecomer::record
