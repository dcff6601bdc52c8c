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
