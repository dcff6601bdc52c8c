# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

# Every program with an .expect file, recorded and analyzed. MPICH's processes poll without yielding, so they get no more
# than two.
set(ranks_mpich 2)
set(ranks_openmpi 4)
set(LATECOMER_PROGRAMS_DIR ${CMAKE_CURRENT_LIST_DIR})

function(latecomer_recorded_programs mpi)
  foreach(expectation IN LISTS ARGN)
    get_filename_component(name ${expectation} NAME_WE)
    set(ranks ${ranks_${mpi}})
    file(STRINGS ${expectation} run REGEX "^run ")  # run MPI RANKS
    if(run)
      separate_arguments(run)
      list(GET run 1 only_mpi)
      list(GET run 2 ranks)
      if(NOT mpi STREQUAL only_mpi)
        continue()
      endif()
    endif()
    add_test(NAME programs.${mpi}.${name}
      COMMAND ${Python3_EXECUTABLE} ${LATECOMER_PROGRAMS_DIR}/run_recorded.py --latecomer $<TARGET_FILE:latecomer>
              --mpi ${mpi} --ranks ${ranks} --expect ${expectation} ${CMAKE_BINARY_DIR}/programs/${mpi}/${name})
    # Alone on the machine: a process that waits for a core makes others wait for it.
    set_tests_properties(programs.${mpi}.${name} PROPERTIES RUN_SERIAL TRUE TIMEOUT 300 SKIP_RETURN_CODE 77 LABELS programs
      ENVIRONMENT "${LATECOMER_RECORDING_ENVIRONMENT}")
  endforeach()
endfunction()

file(GLOB expectations CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.expect)
foreach(mpi IN LISTS LATECOMER_TESTED_MPIS)
  latecomer_recorded_programs(${mpi} ${expectations})
  foreach(version 4.0 4.1)  # of the functions that the programs in the directory call
    if(LATECOMER_MPI_VERSION_${mpi} VERSION_GREATER_EQUAL version)
      file(GLOB expectations_of_version CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/mpi${version}/*.expect)
      latecomer_recorded_programs(${mpi} ${expectations_of_version})
    endif()
  endforeach()
endforeach()
