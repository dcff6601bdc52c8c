# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

# Defines the target httplib::httplib from the package libcpp-httplib-dev. Its classes are laid out as the library was
# built, which these definitions say.
find_path(CPPHTTPLIB_INCLUDE_DIR httplib.h)
find_library(CPPHTTPLIB_LIBRARY NAMES cpp-httplib)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CppHttplib REQUIRED_VARS CPPHTTPLIB_LIBRARY CPPHTTPLIB_INCLUDE_DIR)
if(CppHttplib_FOUND AND NOT TARGET httplib::httplib)
  add_library(httplib::httplib UNKNOWN IMPORTED)
  set_target_properties(httplib::httplib PROPERTIES IMPORTED_LOCATION ${CPPHTTPLIB_LIBRARY}
                        INTERFACE_INCLUDE_DIRECTORIES ${CPPHTTPLIB_INCLUDE_DIR}
                        INTERFACE_COMPILE_DEFINITIONS "CPPHTTPLIB_OPENSSL_SUPPORT;CPPHTTPLIB_ZLIB_SUPPORT;CPPHTTPLIB_BROTLI_SUPPORT")
endif()
