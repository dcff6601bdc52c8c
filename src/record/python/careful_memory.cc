// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What is read together lies together mostly: active functions one behind the other. So pages are copied.
//
// Cost: a microsecond a page.

#include "record/python/careful_memory.h"

#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace latecomer::record {

bool CarefulMemory::read(uintptr_t address, void* to, size_t bytes) noexcept {
  if (address == 0 || bytes > kPage || address + bytes < address) return false;
  if (stack_.contains(address) && address + bytes <= stack_.end) {
    std::memcpy(to, reinterpret_cast<const void*>(address), bytes);
    return true;
  }
  if (address < begin_ || address + bytes > end_) {
    begin_ = address / kPage * kPage;
    const iovec local{copy_.data(), (address + bytes - begin_ + kPage - 1) / kPage * kPage};
    const iovec remote{reinterpret_cast<void*>(begin_), local.iov_len};
    const int saved = errno;
    const ssize_t copied = process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
    errno = saved;
    end_ = begin_ + (copied > 0 ? static_cast<size_t>(copied) : 0);
    if (address + bytes > end_) return false;
  }
  std::memcpy(to, copy_.data() + (address - begin_), bytes);
  return true;
}

}  // namespace latecomer::record
