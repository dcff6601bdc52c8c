# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

# Defines the target Babeltrace2::babeltrace2 from the package libbabeltrace2-dev.
find_path(BABELTRACE2_INCLUDE_DIR babeltrace2/babeltrace.h)
find_library(BABELTRACE2_LIBRARY NAMES babeltrace2)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Babeltrace2 REQUIRED_VARS BABELTRACE2_LIBRARY BABELTRACE2_INCLUDE_DIR)
if(Babeltrace2_FOUND AND NOT TARGET Babeltrace2::babeltrace2)
  add_library(Babeltrace2::babeltrace2 UNKNOWN IMPORTED)
  set_target_properties(Babeltrace2::babeltrace2 PROPERTIES IMPORTED_LOCATION ${BABELTRACE2_LIBRARY}
                        INTERFACE_INCLUDE_DIRECTORIES ${BABELTRACE2_INCLUDE_DIR})
endif()
