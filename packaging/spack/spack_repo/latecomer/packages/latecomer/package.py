# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

import pathlib

from spack_repo.builtin.build_systems.cmake import CMakePackage, generator

from spack.package import *


class Latecomer(CMakePackage):
    """Finds out why a parallel program waits, and who made it wait: records unmodified MPI, OpenMP and
    thread programs, finds every wait state in what was recorded, and follows each back to the ranks and
    lines of code that caused it."""

    # What is built is what is committed in the clone that has this file.
    git = pathlib.Path(__file__).resolve().parents[6].as_uri()

    license("BSD-3-Clause")

    version("main", branch="main")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("python@3.9:", type="build")
    depends_on("node-js@18:", type="build")  # for the pages of `latecomer view`
    depends_on("npm", type="build")
    depends_on("nlohmann-json", type="build")
    depends_on("cli11@2.1:", type="build")
    depends_on("robin-map", type="build")

    depends_on("mpi")
    depends_on("otf2@3:")
    depends_on("tbb")
    depends_on("fmt@9:")
    depends_on("pugixml")
    depends_on("expat")
    depends_on("libarchive")
    depends_on("libdeflate")
    depends_on("zstd build_system=cmake")  # makes what CMake finds it by
    depends_on("re2+shared")
    depends_on("libmicrohttpd@0.9.75:")
    depends_on("openssl@3:")
    depends_on("sqlite@3.40:")
    depends_on("babeltrace2@2.0.4:")  # its plug-in ctf, which is looked for where it is installed
    depends_on("gperftools")
    depends_on("elfutils")
    depends_on("llvm-openmp@14:")  # its interface for tools, and its library for `latecomer record --openmp`

    conflicts("^intel-tbb@:2020", msg="oneTBB 2021 or later is needed")
    conflicts("%gcc@:11", msg="C++20 of g++ 12 or later is needed")
    conflicts("%clang@:13", msg="C++20 of clang 14 or later is needed")
    requires("platform=linux")

    generator("ninja")

    def cmake_args(self):
        return [
            self.define("LATECOMER_MPI", self.spec["mpi"].mpicc),
            self.define("OMP_TOOLS_INCLUDE_DIR", self.spec["llvm-openmp"].prefix.include),
            self.define("BUILD_TESTING", False),
        ]
