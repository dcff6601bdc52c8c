// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>

// Where CPython keeps what its functions are found by, in bytes from the begin of each object. The headers of
// Python say so, but the recorder is compiled for no release of it. Releases of one minor version agree;
// whoever reads looks at types besides, so that a Python of another make is left alone.
namespace latecomer::record {

struct PythonLayout {
  uint32_t version;  ///< Is the major version, and the minor one in the last eight bits.

  // Of a thread's state: its innermost function, or a record of its innermost evaluation, which has that.
  size_t innermost;
  bool has_records;
  size_t record_innermost;
  size_t record_previous;

  // Of a function that is active.
  size_t code;
  size_t instruction;
  size_t previous;
  // Of a list's entry: a byte that says whether an evaluation ends there, and what it is then. The entry is
  // the evaluation's outermost function, or none.
  size_t kind;
  uint8_t end_kind;
  bool end_is_function;

  // Of what it executes.
  size_t first_line;
  size_t file;
  size_t name;
  size_t lines;
  size_t instructions;

  // Of a text: where its characters begin, if all are ASCII, and if not.
  size_t ascii_text;
  size_t other_text;
};

/// Is how much of an active function, and of what it executes, holds all that is read of them.
inline constexpr size_t kPythonFrameBytes = 72;
inline constexpr size_t kPythonCodeBytes = 144;

// These are the same in all of them.
inline constexpr size_t kPythonType = 8;          ///< Of an object: what it is.
inline constexpr size_t kPythonSize = 16;         ///< Of one that has a size: how many items.
inline constexpr size_t kPythonTextState = 32;    ///< Of a text: how its characters are stored.
inline constexpr size_t kPythonBytes = 32;        ///< Of bytes: where they begin.
inline constexpr size_t kPythonInterpreter = 16;  ///< Of a thread's state: its interpreter.

/// Returns the layout of a version, as Py_Version has it; nullptr if it is not known.
const PythonLayout* python_layout(unsigned long version) noexcept;

}  // namespace latecomer::record
