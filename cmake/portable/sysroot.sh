#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

# usage: sysroot.sh DIRECTORY
# Makes a tree of headers and libraries to compile with, in which the C library is that of Debian 11, and everything else that of this
# system. The packages come from Debian, whose signatures apt verifies. mpi_abi/mpi.h is the header of MPI's standard ABI, which Debian
# has since MPICH 5.
set -euo pipefail
if [ -e "$1/complete" ]; then exit; fi
mkdir -p "$1/apt/lists/partial" "$1/apt/archives/partial"
directory=$(cd "$1" && pwd)
libraries=usr/lib/$(gcc -print-multiarch)

cd "$directory/apt"
debian='[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian'
printf '%s\n' "deb $debian bullseye main" "deb-src $debian bookworm main" "deb $debian sid main" > sources
options=(-qq -o "Dir::State=$PWD" -o Dir::State::status=/dev/null -o "Dir::Cache=$PWD" -o "Dir::Etc::sourcelist=$PWD/sources"
  -o Dir::Etc::sourceparts=- -o "APT::Sandbox::User=$(id -un)")
apt-get "${options[@]}" update
apt-get "${options[@]}" download {libc6,libc6-dev,linux-libc-dev}/bullseye
for package in *.deb; do dpkg-deb -x "$package" "$directory"; done
apt-get "${options[@]}" download libmpich-dev/sid
mkdir "$directory/mpi_abi"
dpkg-deb --fsys-tarfile libmpich-dev_*.deb | tar -x -C "$directory/mpi_abi" --wildcards --transform 's,.*/,,' '*/mpi_abi_mpich/include/mpi.h'

# Links lead to places of a whole system.
find "$directory" -type l -lname '/*' -printf '%p %l\n' | while read -r link target; do ln -sfn "$directory$target" "$link"; done
# What is no part of the C library is this system's.
for header in /usr/include/* "/usr/include/$(gcc -print-multiarch)"/*; do
  [ -e "$directory$header" ] || ln -s "$header" "$directory$header"
done

# libdw and libelf for filter.so: Debian's archives of these are for programs only, not for shared libraries.
apt-get "${options[@]}" source --download-only elfutils 2> source.log
tar -xf elfutils_*.orig.tar.bz2
cd elfutils-*/
./configure CC="gcc --sysroot=$directory -B$directory/$libraries -Wl,--allow-shlib-undefined" CFLAGS="-O2 -fPIC" --disable-debuginfod \
  --disable-libdebuginfod --without-bzlib --without-zstd --disable-symbol-versioning --disable-nls > configure.log 2>&1
for archive in lib/libeu.a libelf/libelf.a libcpu/all backends/libebl_backends.a libebl/libebl.a libdwelf/libdwelf.a libdwfl/libdwfl.a libdw/libdw.a; do
  make -s -j "$(nproc)" -C "${archive%/*}" "${archive#*/}"
done > make.log
cp libelf/libelf.a libdw/libdw.a "$directory/$libraries/"

rm -r "$directory/apt"
touch "$directory/complete"
