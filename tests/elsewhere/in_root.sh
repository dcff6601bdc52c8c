#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

# usage: in_root.sh SUITE ROOT ARCHIVE EXPECTED
# As root: runs check.py on ARCHIVE in ROOT, a directory with Debian SUITE, which is made if it is not there. What is mounted in it is
# gone with this script.
set -euo pipefail
suite=$1 root=$2 archive=$3 expected=$4
here=$(dirname "$(realpath "$0")")
if [ -z "${LATECOMER_IN_NAMESPACE:-}" ]; then exec env LATECOMER_IN_NAMESPACE=1 unshare --mount "$0" "$@"; fi

if [ ! -e "$root/complete" ]; then
  rm -rf "$root"
  debootstrap --variant=minbase "$suite" "$root" > "$root.log"
  apt-config dump Acquire > "$root/etc/apt/apt.conf.d/90host"
  echo 'Acquire::Check-Valid-Until "false";' > "$root/etc/apt/apt.conf.d/91old"  # the release file of sid is, in some mirrors
fi
mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
mount --rbind /dev "$root/dev"
cp /etc/resolv.conf "$root/etc/resolv.conf"
grep -qw "$(hostname)" "$root/etc/hosts" 2>/dev/null || echo "127.0.0.1 localhost $(hostname)" >> "$root/etc/hosts"  # for MPICH
in_root() { env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"; }
if [ ! -e "$root/complete" ]; then
  mkdir -p "$root/etc/ssl/certs"
  cp -r /etc/ssl/certs/. "$root/etc/ssl/certs/"
  in_root apt-get update -qq
  in_root apt-get install -qq -y --no-install-recommends gcc g++ gfortran clang libomp-dev libmpich-dev mpich libopenmpi-dev openmpi-bin \
    python3 python3-mpi4py > "$root.log"
  touch "$root/complete"
fi

rm -rf "$root/check"
mkdir "$root/check"
tar -xzf "$archive" -C "$root/check"
cp -r "$here" "$root/check/elsewhere"
cp -r "$expected" "$root/check/expected"
in_root sh -c 'exec python3 -B /check/elsewhere/check.py /check/latecomer-*/bin/latecomer /check/expected'
