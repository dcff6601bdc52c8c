# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

# The pages that `latecomer view` shows: ui/, checked and bundled by Node into build/ui, and from there into the program
# (src/serve/pages.S). What npm installs lies in ui/node_modules, for all build directories.

set(LATECOMER_PAGES_OF "" CACHE PATH "Another build directory of these sources, whose pages are taken; else they are built")
if(LATECOMER_PAGES_OF)
  set(LATECOMER_PAGES ${LATECOMER_PAGES_OF}/ui)
else()
  set(LATECOMER_PAGES ${CMAKE_BINARY_DIR}/ui)
endif()
set(LATECOMER_PAGE_FILES ${LATECOMER_PAGES}/index.html ${LATECOMER_PAGES}/app.js ${LATECOMER_PAGES}/app.css ${LATECOMER_PAGES}/single.html)
if(LATECOMER_PAGES_OF)
  add_custom_target(ui_pages)
  return()
endif()

find_program(LATECOMER_NODE NAMES node nodejs)
find_program(LATECOMER_NPM npm)
if(NOT LATECOMER_NODE OR NOT LATECOMER_NPM)
  message(FATAL_ERROR "The pages of `latecomer view` are built by Node 18 or later and npm, which are not there. "
    "On Debian: apt-get install nodejs npm")
endif()

set(LATECOMER_UI ${CMAKE_SOURCE_DIR}/ui)

set(without_test_tools)
if(NOT LATECOMER_TESTS)
  set(without_test_tools --omit=dev)
endif()
set(npm_installed ${LATECOMER_UI}/node_modules/.package-lock.json)  # npm's own record
add_custom_command(
  OUTPUT ${npm_installed}
  COMMAND ${LATECOMER_NPM} ci ${without_test_tools} --ignore-scripts --no-audit --no-fund --loglevel=error
  COMMAND ${CMAKE_COMMAND} -E touch ${npm_installed}
  DEPENDS ${LATECOMER_UI}/package.json ${LATECOMER_UI}/package-lock.json
  WORKING_DIRECTORY ${LATECOMER_UI}
  COMMENT "Installing the packages of ui/"
  VERBATIM)

# The columns of the server's answers (src/serve/write_tables.cc), the same for all build directories.
set(LATECOMER_TABLES ${LATECOMER_UI}/generated/tables.ts)
set(LATECOMER_TABLES_PAGE ${CMAKE_BINARY_DIR}/tables.md)
add_custom_command(
  OUTPUT ${LATECOMER_TABLES} ${LATECOMER_TABLES_PAGE}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${LATECOMER_UI}/generated
  COMMAND latecomer_tables ${LATECOMER_TABLES} ${LATECOMER_TABLES_PAGE}
  DEPENDS latecomer_tables
  VERBATIM)

file(GLOB_RECURSE ui_sources CONFIGURE_DEPENDS ${LATECOMER_UI}/src/*)
add_custom_command(
  OUTPUT ${LATECOMER_PAGE_FILES}
  COMMAND ${LATECOMER_NODE} ${LATECOMER_UI}/build.mjs ${LATECOMER_PAGES}
  DEPENDS ${npm_installed} ${LATECOMER_TABLES} ${ui_sources} ${LATECOMER_UI}/build.mjs ${LATECOMER_UI}/tsconfig.json ${LATECOMER_UI}/tsconfig.pure.json
  COMMENT "Building the pages"
  VERBATIM)
add_custom_target(ui_pages DEPENDS ${LATECOMER_PAGE_FILES})
