// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <link.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "record/python/careful_memory.h"
#include "record/python/layout.h"

namespace latecomer::record {

/// Describes the Python of this process: what its objects look like, and which types they have.
struct PythonInterpreter {
  using ThreadState = void*();

  const PythonLayout* layout = nullptr;
  ThreadState* of_this_thread = nullptr;  ///< Returns the calling thread's state, also while others execute.
  ThreadState* executing = nullptr;  ///< Returns that of the thread that executes; nullptr: cannot be asked.
  uintptr_t code_type = 0;
  uintptr_t text_type = 0;
  uintptr_t bytes_type = 0;
};

/// Has the Python of this process; nullptr: none was found. It is never destroyed.
inline constinit std::atomic<const PythonInterpreter*> python_interpreter{nullptr};

/// Looks whether an object of this process, which has to stay loaded, is Python, in a version that is known.
void look_for_python(const dl_phdr_info& object) noexcept;
/// Does so among all objects that are loaded. It takes the loader's lock.
void look_for_python() noexcept;

/// Returns whether code at an address only carries out, or hands on, what functions in Python say: it is of
/// Python itself, or of its bindings to MPI.
bool belongs_to_python(uintptr_t address);

/// Returns how far behind its begin the interpreter of a thread's state says that it is collecting garbage,
/// by a number that is not 0 then; 0 if that is not found.
uintptr_t python_collection_flag(uintptr_t thread_state, CarefulMemory& memory) noexcept;

}  // namespace latecomer::record
