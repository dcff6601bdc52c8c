# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

# Defines the target Microhttpd::microhttpd from the package libmicrohttpd-dev.
find_path(MICROHTTPD_INCLUDE_DIR microhttpd.h)
find_library(MICROHTTPD_LIBRARY NAMES microhttpd)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Microhttpd REQUIRED_VARS MICROHTTPD_LIBRARY MICROHTTPD_INCLUDE_DIR)
if(Microhttpd_FOUND AND NOT TARGET Microhttpd::microhttpd)
  add_library(Microhttpd::microhttpd UNKNOWN IMPORTED)
  set_target_properties(Microhttpd::microhttpd PROPERTIES IMPORTED_LOCATION ${MICROHTTPD_LIBRARY}
                        INTERFACE_INCLUDE_DIRECTORIES ${MICROHTTPD_INCLUDE_DIR})
endif()
