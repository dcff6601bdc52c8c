# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

# LATECOMER_SANITIZERS: what gcc's -fsanitize takes, e.g. "address,undefined". By CMAKE_<LANG>_FLAGS, because these are
# handed on to the per-MPI builds: the modules link the libraries of this build, so both are sanitized or none.
set(LATECOMER_SANITIZERS "" CACHE STRING "Sanitizers to build with, as for -fsanitize=")
if(LATECOMER_SANITIZERS)
  set(sanitizer_flags "-fsanitize=${LATECOMER_SANITIZERS} -fno-sanitize-recover=all -fno-omit-frame-pointer -O1")
  string(APPEND CMAKE_C_FLAGS " ${sanitizer_flags}")
  string(APPEND CMAKE_CXX_FLAGS " ${sanitizer_flags}")
  # Whoever looks for errors wants the checks of debug builds, too, which a release flag would switch off.
  # Their reports need lines, and no variables.
  set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-g1")
endif()

# The environment for tests that record programs. The address sanitizer insists on coming first into every process that the
# sanitized recorder comes into; there, in launchers and programs of others, it looks for no leaks. The thread sanitizer
# comes with the recorder.
set(LATECOMER_RECORDING_ENVIRONMENT "")
if(LATECOMER_SANITIZERS MATCHES address)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libasan.so
                  OUTPUT_VARIABLE runtime OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(LATECOMER_RECORDING_ENVIRONMENT "LD_PRELOAD=${runtime};ASAN_OPTIONS=detect_leaks=0")
endif()

# For `./dev fuzz`: libFuzzer wants to see which branches its input takes.
option(LATECOMER_FUZZ "Build what libFuzzer runs (tests/fuzz); needs Clang" OFF)
if(LATECOMER_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link,address -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address)
endif()
