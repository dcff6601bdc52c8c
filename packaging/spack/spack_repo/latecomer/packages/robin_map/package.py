# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class RobinMap(CMakePackage):
    """Hash map and hash set for C++ with open addressing and robin hood hashing, as headers."""

    homepage = "https://github.com/Tessil/robin-map"
    git = "https://github.com/Tessil/robin-map.git"

    license("MIT")

    version("1.4.1", commit="bd14e6830a1474fed9d2d03f5c3b0683d818d540")
    version("1.3.0", commit="188c45569cc2a5dd768077c193830b51d33a5020")

    depends_on("cxx", type="build")
