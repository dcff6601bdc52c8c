#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

# usage: sysroot.sh MACHINE SYSTEM OLDER
# Makes OLDER, a tree of headers and libraries for MACHINE (x86_64, aarch64) to compile with, in which the C library is that of Debian
# 11, and everything else that of SYSTEM. SYSTEM is / for this machine; for another one it is a directory, which gets what packages.txt
# lists of Debian 12. OLDER/mpi_abi/mpi.h is the header of MPI's standard ABI. The packages come from Debian, whose signatures apt verifies.
set -euo pipefail
if [ -e "$3/complete" ]; then exit; fi
machine=$1
mkdir -p "$2" "$3"
system=$(cd "$2" && pwd) older=$(cd "$3" && pwd)
system=${system%/}
triplet=$machine-linux-gnu
libraries=usr/lib/$triplet
packages=$(cd "$(dirname "$0")/../.." && pwd)/packages.txt
declare -A architectures=([x86_64]=amd64 [aarch64]=arm64)

# begin_packages DIRECTORY SUITE: apt_get and unpack are for packages of this release of Debian, of which nothing is installed.
begin_packages() {
  mkdir -p "$1/apt/lists/partial" "$1/apt/archives/partial"
  cd "$1/apt"
  local debian='[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian'
  printf '%s\n' "deb $debian $2 main" "deb-src $debian bookworm main" > sources
  apt_get update
}
apt_get() {
  apt-get -qq -y -o "APT::Architecture=${architectures[$machine]}" -o "APT::Architectures=${architectures[$machine]}" \
    -o "Dir::State=$PWD" -o Dir::State::status=/dev/null -o "Dir::Cache=$PWD" -o "Dir::Etc::sourcelist=$PWD/sources" \
    -o Dir::Etc::sourceparts=- -o "APT::Sandbox::User=$(id -un)" "$@"
}
# unpack DIRECTORY: puts there what the packages have; their links, to places of a whole system, are changed to lead there, too.
unpack() {
  local package
  find . -name '*.deb' | while read -r package; do dpkg-deb -x "$package" "$1"; done
  find "$1" -type l -lname '/*' -printf '%p %l\n' | while read -r link target; do ln -sfn "$1$target" "$link"; done
}

if [ -n "$system" ]; then
  begin_packages "$system" bookworm
  # Of the MPI libraries only the headers are needed, and not the compilers that these packages depend on.
  wanted=$(sed -nE '/^\[demo\]/,/^\[aarch64\]/s/^(\S+\|)?(\S+-dev|libtcmalloc-minimal4) .*/\2/p' "$packages" | grep -v mpi)
  apt_get install --download-only --no-install-recommends $wanted libgtest-dev
  apt_get download libmpich-dev libopenmpi-dev
  unpack "$system"
  rm -r "$system/apt"
fi

begin_packages "$older" bullseye
apt_get download libc6 libc6-dev linux-libc-dev
unpack "$older"
# Debian has the header of MPI's standard ABI since MPICH 5; it is the same for all machines.
begin_packages "$older" sid
apt_get download libmpich-dev
mkdir -p "$older/mpi_abi"
dpkg-deb --fsys-tarfile libmpich-dev_*.deb | tar -x -C "$older/mpi_abi" --wildcards --transform 's,.*/,,' '*/mpi_abi_mpich/include/mpi.h'
# What is no part of the C library is the system's.
for file in "$system"/usr/include/* "$system/usr/include/$triplet"/* "$system/$libraries"/lib{z,lzma}.a; do
  [ -e "$older${file#"$system"}" ] || ln -s "$file" "$older${file#"$system"}"
done

# libdw and libelf for filter.so: Debian's archives of these are for programs only, not for shared libraries. A cross compiler has a C
# library's headers and libraries of its own, which it would take before those of a sysroot.
compiler="$triplet-gcc --sysroot=$older -B$older/$libraries -Wl,--allow-shlib-undefined -nostdinc"
for directory in "$("$triplet-gcc" -print-file-name=include)" "$older/usr/include/$triplet" "$older/usr/include"; do
  compiler+=" -isystem $directory"
done
apt_get source --download-only elfutils 2> source.log
tar -xf elfutils_*.orig.tar.bz2
cd elfutils-*/
./configure --host="$triplet" CC="$compiler" CFLAGS="-O2 -fPIC" --disable-debuginfod --disable-libdebuginfod --without-bzlib --without-zstd \
  --disable-symbol-versioning --disable-nls > configure.log 2>&1
for archive in lib/libeu.a libelf/libelf.a libcpu/all backends/libebl_backends.a libebl/libebl.a libdwelf/libdwelf.a libdwfl/libdwfl.a libdw/libdw.a; do
  make -s -j "$(nproc)" -C "${archive%/*}" "${archive#*/}"
done > make.log
cp libelf/libelf.a libdw/libdw.a "$older/$libraries/"

rm -r "$older/apt"
touch "$older/complete"
