#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

# usage: archive.sh MACHINE SYSTEM BUILD PORTABLE_BUILD DIRECTORY
# Makes DIRECTORY/latecomer-VERSION-linux-MACHINE.tar.gz: the program of BUILD with all libraries of SYSTEM (/, or where those of another
# machine are) that it uses, and what runs in programs of others, and starts ours, of PORTABLE_BUILD.
#
#     bin/latecomer              starts the program (src/cli/start.c)
#     libexec/latecomer          the program
#     lib/latecomer/             modules
#     lib/latecomer/libraries    what the program is linked to, and what libbabeltrace2 loads; its RPATH leads here
#     lib/latecomer/c-library    C library and loader, for systems with older ones
#     lib/latecomer/cxx-library, lib/latecomer/crypto-library  the same of C++ and of OpenSSL
set -euo pipefail
machine=$1 system=${2%/} build=$3 portable=$4 directory=$5
triplet=$machine-linux-gnu
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
name=latecomer-$version-linux-$machine
place=$directory/$name
rm -rf "$place"
mkdir -p "$place"/{bin,libexec} "$place"/lib/latecomer/{libraries,c-library,cxx-library,crypto-library}
cmake --install "$build" --prefix "$place" --component Unspecified --strip > "$directory/install.log"
cmake --install "$portable" --prefix "$place" --component modules >> "$directory/install.log"  # with names: some are in stacks of calls
mv "$place/bin/latecomer" "$place/libexec/latecomer"
install -s --strip-program="$triplet-strip" "$portable/bin/latecomer_start" "$place/bin/latecomer"

# find_library NAME: its path.
find_library() {
  local library
  for library in "$system"{/usr,}/lib/"$triplet/$1"; do
    if [ -e "$library" ]; then echo "$library"; return; fi
  done
  echo "archive.sh: $1 is not found" >&2
  return 1
}
# install_needed FILE: the libraries that it is linked to, with those that they are linked to.
install_needed() {
  local library file place_of
  for library in $(readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'); do
    case $library in
      ld-linux* | libc.* | libm.*) continue ;;
      libstdc++.* | libgcc_s.*) place_of=cxx-library ;;
      libcrypto.*) place_of=crypto-library ;;
      *) place_of=libraries ;;
    esac
    [ ! -e "$place/lib/latecomer/$place_of/$library" ] || continue
    file=$(find_library "$library")
    install -m 644 "$file" "$place/lib/latecomer/$place_of/"
    install_needed "$file"
  done
}
install_needed "$place/libexec/latecomer"
plugin=$(find_library babeltrace2/plugins/babeltrace-plugin-ctf.so)
install -m 644 "$plugin" "$place/lib/latecomer/libraries/"
install_needed "$plugin"
# More of the C library's than the program needs, for the system's MPI library; libmvec is not on all machines.
loader=$(readelf -l "$place/libexec/latecomer" | sed -n 's/.*interpreter: .*\/\(.*\)\]/\1/p')
for library in "$loader" libc.so.6 libm.so.6 libdl.so.2 libpthread.so.0 librt.so.1 libutil.so.1 libresolv.so.2 libanl.so.1 \
  libnss_compat.so.2 libnss_dns.so.2 libnss_files.so.2; do
  file=$(find_library "$library")
  install "$file" "$place/lib/latecomer/c-library/"
done
if file=$(find_library libmvec.so.1 2>/dev/null); then install "$file" "$place/lib/latecomer/c-library/"; fi

tar -C "$directory" --owner=0 --group=0 --sort=name -c "$name" | gzip -9 > "$place.tar.gz"
rm -r "$place"
echo "$place.tar.gz"
