# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

# Compiles for aarch64 on another machine, with Debian's cross compiler and headers and libraries of a root of Debian for arm64, which
# LATECOMER_ARM64_ROOT says: cmake --preset release -B build-arm64 --toolchain cmake/portable/aarch64.cmake -DLATECOMER_ARM64_ROOT=DIR
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_Fortran_COMPILER aarch64-linux-gnu-gfortran)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES LATECOMER_ARM64_ROOT)
set(CMAKE_SYSROOT ${LATECOMER_ARM64_ROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
