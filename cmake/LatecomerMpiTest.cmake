# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

# latecomer_mpi_test(NAME <test> MPI <mpich|openmpi> RANKS <n> COMMAND <program> <argument>...)
# A test that runs `program` on n ranks under that MPI's mpiexec, on a machine of any size and as any user.
function(latecomer_mpi_test)
  cmake_parse_arguments(ARG "" "NAME;MPI;RANKS" "COMMAND" ${ARGN})
  find_program(MPIEXEC_${ARG_MPI} mpiexec.${ARG_MPI} REQUIRED)
  set(oversubscribe_openmpi --oversubscribe)
  add_test(NAME ${ARG_NAME}
    COMMAND ${MPIEXEC_${ARG_MPI}} ${oversubscribe_${ARG_MPI}} -n ${ARG_RANKS} ${ARG_COMMAND})
  set_tests_properties(${ARG_NAME} PROPERTIES
    ENVIRONMENT "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"
    PROCESSORS 2 TIMEOUT 120)
endfunction()
