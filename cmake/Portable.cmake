# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

# CMake asks the compiler which directories it looks in by itself, and leaves them out where libraries say them. What it hears with ccache
# begins with relative paths.
foreach(language C CXX)
  list(APPEND CMAKE_${language}_IMPLICIT_INCLUDE_DIRECTORIES ${CMAKE_SYSROOT}/usr/include)
endforeach()

# LATECOMER_SYSROOT: headers and libraries of an older C library (cmake/portable/sysroot.sh makes them). What is compiled with these
# runs with that C library and all later ones. By CMAKE_<LANG>_FLAGS, because these are handed on to the per-MPI builds.
set(LATECOMER_SYSROOT "" CACHE PATH "Where an older C library lies, to build what runs with that and with later ones")
if(LATECOMER_SYSROOT)
  # The compiler's own search begins at the sysroot, the linker's at -B. MPI libraries, to which CMake links programs to see whether
  # they are usable, want the C library of this machine.
  set(older "--sysroot=${LATECOMER_SYSROOT} -B${LATECOMER_SYSROOT}/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE} -Wl,--allow-shlib-undefined")
  string(APPEND CMAKE_C_FLAGS " ${older}")
  string(APPEND CMAKE_CXX_FLAGS " ${older}")
  # A cross compiler has headers of a C library of its own, which it would take before those of the sysroot: of its directories it gets
  # only those with headers of C++ and of the compiler itself.
  if(CMAKE_CROSSCOMPILING)
    foreach(language C CXX)
      set(directories ${CMAKE_${language}_IMPLICIT_INCLUDE_DIRECTORIES})
      list(FILTER directories INCLUDE REGEX "/c\\+\\+/|/gcc")
      string(APPEND CMAKE_${language}_FLAGS " -nostdinc")
      foreach(directory IN LISTS directories
              ITEMS ${LATECOMER_SYSROOT}/usr/include/${CMAKE_LIBRARY_ARCHITECTURE} ${LATECOMER_SYSROOT}/usr/include)
        string(APPEND CMAKE_${language}_FLAGS " -isystem ${directory}")
      endforeach()
    endforeach()
  endif()
endif()
