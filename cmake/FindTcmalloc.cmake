# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

# Defines the target Tcmalloc::minimal from the package libtcmalloc-minimal4, which replaces malloc in programs that link it.
# Nothing is included of it, so the library that programs run with is enough.
find_library(TCMALLOC_LIBRARY NAMES tcmalloc_minimal libtcmalloc_minimal.so.4)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Tcmalloc REQUIRED_VARS TCMALLOC_LIBRARY)
if(Tcmalloc_FOUND AND NOT TARGET Tcmalloc::minimal)
  add_library(Tcmalloc::minimal UNKNOWN IMPORTED)
  set_target_properties(Tcmalloc::minimal PROPERTIES IMPORTED_LOCATION ${TCMALLOC_LIBRARY})
endif()
