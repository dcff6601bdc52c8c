# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

# Defines the target otf2::otf2 from the package libotf2-trace-dev.
find_path(OTF2_INCLUDE_DIR otf2/otf2.h)
find_library(OTF2_LIBRARY NAMES otf2)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Otf2 REQUIRED_VARS OTF2_LIBRARY OTF2_INCLUDE_DIR)
if(Otf2_FOUND AND NOT TARGET otf2::otf2)
  add_library(otf2::otf2 UNKNOWN IMPORTED)
  set_target_properties(otf2::otf2 PROPERTIES IMPORTED_LOCATION ${OTF2_LIBRARY}
                        INTERFACE_INCLUDE_DIRECTORIES ${OTF2_INCLUDE_DIR})
endif()
