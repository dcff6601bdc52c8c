// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <filesystem>

#include "base/result.h"

/// A heap whose memory is a mapped file, so that any of it can be dropped from resident memory at any time
/// while everybody goes on using it. There is one for the whole process, because operator new
/// (operator_new.cc) takes from it while it is open. Every function may be called by any thread.
namespace latecomer::spill_heap {

/// Makes the heap's file, without a name, in `directory`. An error if it cannot be made there, or if files
/// there are themselves memory. At most once in a process.
Status open(const std::filesystem::path& directory);

/// From here on operator new takes memory from elsewhere. What was taken from the heap stays valid.
void close();

bool is_open();

/// Null if the disk is full.
void* allocate(size_t bytes, size_t alignment);
bool owns(const void* memory);
void release(void* memory);

/// How many bytes of addresses the heap takes, those that were freed included.
size_t extent();

/// Takes that many bytes of the heap's addresses out of resident memory, those that were not dropped for
/// longest. What was there comes back, from the page cache or the disk, when somebody uses it. By one thread
/// at a time; may be called by a signal handler.
void drop(size_t bytes);

}  // namespace latecomer::spill_heap
