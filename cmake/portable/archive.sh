#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

# usage: archive.sh BUILD PORTABLE_BUILD DIRECTORY
# Makes DIRECTORY/latecomer-VERSION-linux-MACHINE.tar.gz: the program of BUILD with all libraries that it uses, and what runs in
# programs of others, and starts ours, of PORTABLE_BUILD.
#
#     bin/latecomer              starts the program (src/cli/start.c)
#     libexec/latecomer          the program
#     lib/latecomer/             modules
#     lib/latecomer/libraries    what the program is linked to; its RPATH leads here
#     lib/latecomer/c-library    C library and loader, for systems with older ones
#     lib/latecomer/cxx-library, lib/latecomer/crypto-library  the same of C++ and of OpenSSL
set -euo pipefail
build=$1 portable=$2 directory=$3
version=$("$build/bin/latecomer" --version)
name=latecomer-${version#latecomer }-linux-$(uname -m)
place=$directory/$name
rm -rf "$place"
cmake --install "$build" --prefix "$place" --strip > "$directory/install.log"

mkdir "$place/libexec" "$place"/lib/latecomer/{libraries,c-library,cxx-library,crypto-library}
mv "$place/bin/latecomer" "$place/libexec/latecomer"
install -s "$portable/bin/latecomer_start" "$place/bin/latecomer"
rm "$place"/lib/latecomer/*.so
install -m 644 "$portable"/lib/latecomer/*.so "$place/lib/latecomer/"  # with their names: some are in stacks of calls

# Every library that the loader finds for the program, as `name => path (address)`; the loader itself has no arrow.
ldd "$build/bin/latecomer" | grep -oP '=> \K/[^ ]+' | while read -r library; do
  case ${library##*/} in
    libc.* | libm.*) ;;
    libstdc++.* | libgcc_s.*) install -m 644 "$library" "$place/lib/latecomer/cxx-library/" ;;
    libcrypto.*) install -m 644 "$library" "$place/lib/latecomer/crypto-library/" ;;
    *) install -m 644 "$library" "$place/lib/latecomer/libraries/" ;;
  esac
done
# More of the C library's than the program needs, for the system's MPI library.
c_library=$(dirname "$(ldd "$build/bin/latecomer" | grep -oE '/[^ ]+/libc\.so\.6')")
for library in ld-linux-x86-64.so.2 libc.so.6 libm.so.6 libmvec.so.1 libdl.so.2 libpthread.so.0 librt.so.1 libutil.so.1 libresolv.so.2 libanl.so.1 \
  libnss_compat.so.2 libnss_dns.so.2 libnss_files.so.2; do
  install "$c_library/$library" "$place/lib/latecomer/c-library/"
done

tar -C "$directory" --owner=0 --group=0 --sort=name -c "$name" | gzip -9 > "$place.tar.gz"
rm -r "$place"
echo "$place.tar.gz"
