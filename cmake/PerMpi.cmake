# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

# What includes mpi.h is built once per MPI library, in a build of its own each (one CMake scope finds one MPI):
# lib/latecomer/recorder-<mpi>.so and lib/latecomer/comm-<mpi>.so, for mpi = mpich, openmpi; and, by the target
# programs-<mpi> of the tests, the programs that they record, programs/<mpi>/*.
include(ExternalProject)

set(LATECOMER_MPIS mpich openmpi)
set(LATECOMER_MODULE_DIR ${CMAKE_BINARY_DIR}/lib/latecomer)

foreach(mpi IN LISTS LATECOMER_MPIS)
  ExternalProject_Add(modules-${mpi}
    SOURCE_DIR ${CMAKE_SOURCE_DIR}/cmake/per_mpi
    BINARY_DIR ${CMAKE_BINARY_DIR}/modules-${mpi}
    INSTALL_COMMAND ""
    BUILD_ALWAYS TRUE
    CMAKE_ARGS
      -DMPI_EXECUTABLE_SUFFIX=.${mpi}
      -DLATECOMER_MPI=${mpi}
      -DLATECOMER_SOURCE_DIR=${CMAKE_SOURCE_DIR}
      -DLATECOMER_BUILD_DIR=${CMAKE_BINARY_DIR}
      -DLATECOMER_MODULE_DIR=${LATECOMER_MODULE_DIR}
      -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE}
      -DCMAKE_C_COMPILER=${CMAKE_C_COMPILER}
      -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
      -DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}
      -DCMAKE_C_FLAGS=${CMAKE_C_FLAGS}
      -DCMAKE_CXX_FLAGS=${CMAKE_CXX_FLAGS}
      -DCMAKE_Fortran_FLAGS=${CMAKE_C_FLAGS}
      -DLATECOMER_PROGRAMS=${BUILD_TESTING}
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
