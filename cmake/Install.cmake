# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

# What `cmake --install build --prefix P` puts where. The program finds its modules in ../lib/latecomer, wherever it lies, so
# these directories are not those of the machine's multiarch layout.
install(TARGETS latecomer RUNTIME DESTINATION bin)
foreach(mpi IN LISTS LATECOMER_MPIS)
  install(FILES ${LATECOMER_MODULE_DIR}/comm-${mpi}.so ${LATECOMER_MODULE_DIR}/recorder-${mpi}.so DESTINATION lib/latecomer)
endforeach()

# As they lie here, because they point to each other.
install(FILES README.md LICENSE DESTINATION share/doc/latecomer)
install(DIRECTORY docs examples DESTINATION share/doc/latecomer PATTERN CMakeLists.txt EXCLUDE)
