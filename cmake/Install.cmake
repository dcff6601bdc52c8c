# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

# What `cmake --install build --prefix P` puts where. The program finds its modules in ../lib/latecomer, wherever it lies, so
# these directories are not those of the machine's multiarch layout.
install(TARGETS latecomer RUNTIME DESTINATION bin)
install(FILES include/latecomer.h include/latecomer.f90 DESTINATION include)
# The modules are a component, which cmake/portable/archive.sh takes from another build than the rest.
install(FILES ${LATECOMER_MODULE_DIR}/recorder.so ${LATECOMER_MODULE_DIR}/filter.so ${LATECOMER_MODULE_DIR}/posix-io.so
  ${LATECOMER_MODULE_DIR}/thread-sanitizer.supp DESTINATION lib/latecomer COMPONENT modules)
foreach(mpi IN LISTS LATECOMER_MPIS)
  install(FILES ${LATECOMER_MODULE_DIR}/comm-${mpi}.so ${LATECOMER_MODULE_DIR}/recorder-${mpi}.so DESTINATION lib/latecomer
    COMPONENT modules)
endforeach()

# As they lie here, because they point to each other.
install(FILES README.md LICENSE DESTINATION share/doc/latecomer)
install(DIRECTORY docs examples DESTINATION share/doc/latecomer PATTERN CMakeLists.txt EXCLUDE)
# docs/architecture.md points to these.
file(GLOB readmes RELATIVE ${CMAKE_SOURCE_DIR} src/*/README.md ui/README.md tests/README.md)
foreach(readme IN LISTS readmes)
  cmake_path(GET readme PARENT_PATH directory)
  install(FILES ${readme} DESTINATION share/doc/latecomer/${directory})
endforeach()

# The Python module: who wants it puts this directory into PYTHONPATH, or gives it to pip.
install(DIRECTORY python DESTINATION share/latecomer FILES_MATCHING PATTERN "*.py" PATTERN "pyproject.toml" PATTERN "__pycache__" EXCLUDE)

# `./dev package`: a Debian package, beside the archive that can be unpacked anywhere (cmake/portable/archive.sh).
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The latecomer developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Finds out why a parallel program waits, and who made it wait")
set(CPACK_STRIP_FILES TRUE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS TRUE)  # of the program; the modules take the MPI library that is there
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "mpich | openmpi-bin, libomp5")
include(CPack)
