# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

# LATECOMER_SANITIZERS: what gcc's -fsanitize takes, e.g. "address,undefined". By CMAKE_<LANG>_FLAGS, because these are
# handed on to the per-MPI builds: the modules link the libraries of this build, so both are sanitized or none.
set(LATECOMER_SANITIZERS "" CACHE STRING "Sanitizers to build with, as for -fsanitize=")
if(LATECOMER_SANITIZERS)
  set(sanitizer_flags "-fsanitize=${LATECOMER_SANITIZERS} -fno-sanitize-recover=all -fno-omit-frame-pointer -O1")
  string(APPEND CMAKE_C_FLAGS " ${sanitizer_flags}")
  string(APPEND CMAKE_CXX_FLAGS " ${sanitizer_flags}")
endif()

# The environment for tests that record programs. The recorder is sanitized, the programs are not, so the sanitizer has to
# come first into each process; in programs and launchers of others it looks for no leaks.
set(LATECOMER_RECORDING_ENVIRONMENT "")
set(runtime_address libasan.so)
set(runtime_thread libtsan.so)
foreach(sanitizer IN ITEMS address thread)
  if(LATECOMER_SANITIZERS MATCHES ${sanitizer})
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=${runtime_${sanitizer}}
                    OUTPUT_VARIABLE runtime OUTPUT_STRIP_TRAILING_WHITESPACE)
    set(LATECOMER_RECORDING_ENVIRONMENT "LD_PRELOAD=${runtime};ASAN_OPTIONS=detect_leaks=0")
  endif()
endforeach()
