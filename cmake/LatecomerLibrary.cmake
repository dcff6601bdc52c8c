# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

# latecomer_library(<directory name> SOURCES <file>... [USES <library>...])
# One static library per directory of src. What it may include is what it uses; tests/includes_test checks the rest.
function(latecomer_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES" ${ARGN})
  add_library(latecomer_${name} STATIC ${ARG_SOURCES})
  target_include_directories(latecomer_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(latecomer_${name} PUBLIC ${ARG_USES})
endfunction()
