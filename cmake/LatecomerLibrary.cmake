# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

# What most files include, compiled once and not with every file. A file includes what it needs all the same: `./dev lint` looks
# at each without these. CLI11 and nlohmann's JSON are not among them, because most of their cost is code, which a file that
# includes them compiles in any case.
set(LATECOMER_COMMON_HEADERS
  <algorithm> <array> <cstdint> <cstring> <filesystem> <fmt/format.h> <functional> <map> <memory> <mutex> <numeric> <optional>
  <span> <string> <string_view> <tuple> <unordered_map> <utility> <vector>)

# Each of their files instantiates much of the same templates, of JSON above all: eight at a time take half of the time.
set(LATECOMER_COMPILED_TOGETHER findings query serve)

# latecomer_library(<directory name> [SOURCES <file>...] [USES <library>...])
# One static library per directory of src, of these files or, without any, of all that the directory has. What it may include is
# what it uses; tests/sources_test.py checks the rest.
function(latecomer_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES" ${ARGN})
  if(NOT ARG_SOURCES)
    file(GLOB ARG_SOURCES CONFIGURE_DEPENDS *.cc)
  endif()
  add_library(latecomer_${name} STATIC ${ARG_SOURCES})
  if(name IN_LIST LATECOMER_COMPILED_TOGETHER AND NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)  # clang-tidy is to see single files
    set_target_properties(latecomer_${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  endif()
  target_include_directories(latecomer_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(latecomer_${name} PUBLIC ${ARG_USES})
  if(name STREQUAL base)
    target_precompile_headers(latecomer_base PRIVATE ${LATECOMER_COMMON_HEADERS})
  elseif(NOT name STREQUAL analyze)  # which has more of them
    target_precompile_headers(latecomer_${name} REUSE_FROM latecomer_base)
  endif()
endfunction()
