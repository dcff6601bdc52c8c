// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>

// filter.so, which the recorder loads where functions are filtered: their names and files are in debug
// information, and what reads that is a library of its own, which no other recorded program needs.
namespace latecomer::record {

struct FilterModule {
  /// Reads a filter file. On failure it returns nullptr, and `why` has a text of at most `size` bytes.
  void* (*open)(const char* rules, char* why, size_t size);
  /// Returns whether a function, at an address of a module as its file has it, is not to be recorded. One
  /// call runs at a time.
  bool (*excludes)(void* opened, const char* module, const char* build_id, uint64_t address);
};

}  // namespace latecomer::record

extern "C" const latecomer::record::FilterModule latecomer_filter;
