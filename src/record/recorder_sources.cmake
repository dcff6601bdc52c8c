# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

# RECORDER_SOURCES: what every recorder has, with MPI or without, beside its core.
set(RECORDER_SOURCES
  functions/hooks.cc libc/dlclose.cc libc/posix_files.cc libc/real_functions.cc libc/signal_stacks.cc openmp/locks.cc openmp/regions.cc openmp/tasks.cc openmp/teams.cc
  openmp/thread.cc openmp/tool.cc pthread/barriers.cc pthread/call.cc pthread/conditions.cc pthread/mutexes.cc
  pthread/semaphores.cc pthread/thread_numbers.cc pthread/threads.cc pthread/waited_locks.cc user/marks.cc)
list(TRANSFORM RECORDER_SOURCES PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
if(NOT CMAKE_CXX_FLAGS MATCHES sanitize)  # a sanitizer checks what its own allocator gives
  list(APPEND RECORDER_SOURCES ${CMAKE_CURRENT_LIST_DIR}/core/own_memory.cc)
  set_property(SOURCE ${RECORDER_SOURCES} APPEND PROPERTY COMPILE_OPTIONS -Wframe-larger-than=1024 -Werror=frame-larger-than=1024)
endif()
# Threads are cancelled in functions of these.
set_property(SOURCE
  ${CMAKE_CURRENT_LIST_DIR}/pthread/conditions.cc ${CMAKE_CURRENT_LIST_DIR}/pthread/semaphores.cc ${CMAKE_CURRENT_LIST_DIR}/pthread/threads.cc
  APPEND PROPERTY COMPILE_OPTIONS -fno-exceptions)

# The interface of OpenMP for tools comes with LLVM's runtime, among the headers of its own compiler, which are not for others.
file(GLOB llvm_headers /usr/lib/llvm-*/lib/clang/*/include)
find_path(OMP_TOOLS_INCLUDE_DIR omp-tools.h PATHS ${llvm_headers})
if(NOT OMP_TOOLS_INCLUDE_DIR)
  message(FATAL_ERROR "omp-tools.h, the interface of OpenMP for tools, is not found: install LLVM's OpenMP (Debian: libomp-14-dev)")
endif()
foreach(source locks regions tasks teams thread tool)
  set_property(SOURCE ${CMAKE_CURRENT_LIST_DIR}/openmp/${source}.cc APPEND PROPERTY
    COMPILE_OPTIONS -idirafter ${OMP_TOOLS_INCLUDE_DIR})
endforeach()
