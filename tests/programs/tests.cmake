# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

# Every program with an .expect file, recorded and analyzed. MPICH's processes poll without yielding, so they get no more
# than two.
set(ranks_mpich 2)
set(ranks_openmpi 4)
file(GLOB expectations CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.expect)
foreach(expectation IN LISTS expectations)
  get_filename_component(name ${expectation} NAME_WE)
  foreach(mpi IN LISTS LATECOMER_MPIS)
    add_test(NAME programs.${mpi}.${name}
      COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/run_recorded.py --latecomer $<TARGET_FILE:latecomer>
              --mpi ${mpi} --ranks ${ranks_${mpi}} --expect ${expectation} ${CMAKE_BINARY_DIR}/programs/${mpi}/${name})
    # Alone on the machine: a process that waits for a core makes others wait for it.
    set_tests_properties(programs.${mpi}.${name} PROPERTIES RUN_SERIAL TRUE TIMEOUT 300 LABELS programs
      ENVIRONMENT "${LATECOMER_RECORDING_ENVIRONMENT}")
  endforeach()
endforeach()
