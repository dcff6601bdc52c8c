# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

# What includes mpi.h is built once per MPI library, in a build of its own each (one CMake scope finds one MPI):
# lib/latecomer/recorder-<mpi>.so and lib/latecomer/comm-<mpi>.so, for mpi = mpich, openmpi, abi; and, by the target
# programs-<mpi> of the tests, the programs that they record, programs/<mpi>/*.
include(ExternalProject)

#
# LATECOMER_MPI says for which, by their compilers; LATECOMER_MPIS are the names of those, mpich and openmpi: MPICH's name stands
# for all libraries of its ABI (Intel MPI, Cray MPICH, MVAPICH), which use one module. The standard ABI, which MPICH 5 and Open
# MPI 6 have beside their own, is called abi. The modules want nothing of an MPI but its header, so a directory with mpi.h is enough;
# programs of tests want its library as well.
set(LATECOMER_MPI "" CACHE STRING
  "Compilers (mpicc) of the MPI libraries to build for, or directories with mpi.h, one for each ABI; by default Debian's two and mpicc_abi, or mpicc of the PATH")
set(LATECOMER_MODULE_DIR ${CMAKE_BINARY_DIR}/lib/latecomer)

# The name of the MPI whose mpi.h this compiler finds, or this directory has, and the version of the standard that the header is of.
function(mpi_of_compiler mpicc result version)
  execute_process(COMMAND ${CMAKE_COMMAND} -E echo "#include <mpi.h>" OUTPUT_FILE ${CMAKE_BINARY_DIR}/mpi_header.c)
  set(compiler ${mpicc})
  if(IS_DIRECTORY ${mpicc})
    set(compiler ${CMAKE_C_COMPILER} -I${mpicc})
  endif()
  execute_process(COMMAND ${compiler} -E -dM ${CMAKE_BINARY_DIR}/mpi_header.c OUTPUT_VARIABLE macros ERROR_VARIABLE problem)
  if(macros MATCHES "#define OPEN_MPI ")
    set(${result} openmpi PARENT_SCOPE)
  elseif(macros MATCHES "#define (MPICH|I_MPI)_")
    set(${result} mpich PARENT_SCOPE)
  elseif(macros MATCHES "#define MPI_ABI_VERSION ")
    set(${result} abi PARENT_SCOPE)
  else()
    message(FATAL_ERROR "${mpicc} compiles neither for Open MPI nor for a library with MPICH's interface, nor for the standard one. ${problem}")
  endif()
  foreach(part VERSION SUBVERSION)
    string(REGEX MATCH "#define MPI_${part} +([0-9]+)" found "${macros}")
    set(${part} ${CMAKE_MATCH_1})
  endforeach()
  set(${version} ${VERSION}.${SUBVERSION} PARENT_SCOPE)
endfunction()

set(compilers ${LATECOMER_MPI})
if(NOT compilers)
  find_program(LATECOMER_MPICC_MPICH mpicc.mpich)
  find_program(LATECOMER_MPICC_OPENMPI mpicc.openmpi)
  find_program(LATECOMER_MPICC_ABI mpicc_abi)
  set(compilers ${LATECOMER_MPICC_MPICH} ${LATECOMER_MPICC_OPENMPI} ${LATECOMER_MPICC_ABI})
  list(FILTER compilers EXCLUDE REGEX NOTFOUND)
  if(NOT LATECOMER_MPICC_ABI AND EXISTS "${LATECOMER_SYSROOT}/mpi_abi/mpi.h")
    list(APPEND compilers "${LATECOMER_SYSROOT}/mpi_abi")
  endif()
endif()
if(NOT compilers)
  find_program(LATECOMER_MPICC mpicc)
  if(NOT LATECOMER_MPICC)
    message(FATAL_ERROR "No mpicc is found. Say where that of your MPI is: -DLATECOMER_MPI=/opt/mpi/bin/mpicc")
  endif()
  set(compilers ${LATECOMER_MPICC})
endif()
foreach(mpicc IN LISTS compilers)
  mpi_of_compiler(${mpicc} mpi version)
  if(mpi IN_LIST LATECOMER_MPIS)
    message(FATAL_ERROR "${mpicc} and ${LATECOMER_MPICC_${mpi}} have the same ABI, which is called ${mpi} here: the modules for one "
      "serve both, so take one of them out of LATECOMER_MPI.")
  endif()
  message(STATUS "MPI: ${mpi}, by ${mpicc}")
  list(APPEND LATECOMER_MPIS ${mpi})
  set(LATECOMER_MPICC_${mpi} ${mpicc})
  set(LATECOMER_MPI_VERSION_${mpi} ${version})
  string(REGEX REPLACE "mpicc([^/]*)$" "mpifort\\1" LATECOMER_MPIFORT_${mpi} ${mpicc})  # for tests only
  # The tests record with both, whose launchers and compilers of Fortran they know.
  if(NOT mpi STREQUAL abi AND NOT IS_DIRECTORY ${mpicc})
    list(APPEND LATECOMER_TESTED_MPIS ${mpi})
  endif()
endforeach()

# Who builds the program alone need not have what the tests need.
set(LATECOMER_TESTS ${BUILD_TESTING})
find_package(GTest QUIET)
find_program(LATECOMER_RUSTC rustc PATHS /usr/bin NO_DEFAULT_PATH)
find_program(LATECOMER_GFORTRAN gfortran)
if(CMAKE_CROSSCOMPILING)
  if(NOT GTest_FOUND)
    set(LATECOMER_TESTS OFF)
  endif()
elseif(NOT GTest_FOUND OR NOT LATECOMER_RUSTC OR NOT LATECOMER_GFORTRAN OR NOT "mpich" IN_LIST LATECOMER_TESTED_MPIS
    OR NOT "openmpi" IN_LIST LATECOMER_TESTED_MPIS)
  set(LATECOMER_TESTS OFF)
endif()

foreach(mpi IN LISTS LATECOMER_MPIS)
  set(programs OFF)
  if(mpi IN_LIST LATECOMER_TESTED_MPIS)
    set(programs ${LATECOMER_TESTS})
  endif()
  ExternalProject_Add(modules-${mpi}
    SOURCE_DIR ${CMAKE_SOURCE_DIR}/cmake/per_mpi
    BINARY_DIR ${CMAKE_BINARY_DIR}/modules-${mpi}
    INSTALL_COMMAND ""
    BUILD_ALWAYS TRUE
    CMAKE_ARGS
      -DMPI_C_COMPILER=${LATECOMER_MPICC_${mpi}}
      -DMPI_Fortran_COMPILER=${LATECOMER_MPIFORT_${mpi}}
      -DLATECOMER_MPI=${mpi}
      -DLATECOMER_SOURCE_DIR=${CMAKE_SOURCE_DIR}
      -DLATECOMER_BUILD_DIR=${CMAKE_BINARY_DIR}
      -DLATECOMER_MODULE_DIR=${LATECOMER_MODULE_DIR}
      -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE}
      -DCMAKE_TOOLCHAIN_FILE=${CMAKE_TOOLCHAIN_FILE}
      -DCMAKE_C_COMPILER=${CMAKE_C_COMPILER}
      -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
      -DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}
      -DCMAKE_C_FLAGS=${CMAKE_C_FLAGS}
      -DCMAKE_CXX_FLAGS=${CMAKE_CXX_FLAGS}
      -DCMAKE_Fortran_FLAGS=${CMAKE_C_FLAGS}
      -DLATECOMER_PROGRAMS=${programs}
      -DCMAKE_SHARED_LINKER_FLAGS=${CMAKE_SHARED_LINKER_FLAGS}
    CMAKE_CACHE_ARGS -DCMAKE_EXPORT_COMPILE_COMMANDS:BOOL=ON
  )
endforeach()

# per_mpi_needs(<library>...): the per-MPI builds link these libraries of the main build.
function(per_mpi_needs)
  foreach(mpi IN LISTS LATECOMER_MPIS)
    add_dependencies(modules-${mpi} ${ARGN})
  endforeach()
endfunction()
