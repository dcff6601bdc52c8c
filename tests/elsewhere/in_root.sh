#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

# usage: in_root.sh SUITE MACHINE ROOT FILES COMMAND
# As root: runs COMMAND, of the shell, in ROOT, a directory with Debian SUITE for MACHINE, which is made if it is not there; the directory
# FILES is /given there. What is mounted in it is gone with this script. Programs of another machine are run by qemu-user, of which the
# kernel knows by binfmt_misc.
set -euo pipefail
suite=$1 machine=$2 root=$3 files=$4 command=$5
declare -A architectures=([x86_64]=amd64 [aarch64]=arm64)
if [ -z "${LATECOMER_IN_NAMESPACE:-}" ]; then exec env LATECOMER_IN_NAMESPACE=1 unshare --mount "$0" "$@"; fi

formats=/proc/sys/fs/binfmt_misc
if [ "$machine" != "$(uname -m)" ] && [ ! -e "$formats/qemu-$machine" ]; then
  [ -e "$formats/register" ] || mount -t binfmt_misc binfmt_misc "$formats"
  update-binfmts --enable "qemu-$machine"
fi
if [ ! -e "$root/complete" ]; then
  rm -rf "$root"
  debootstrap --variant=minbase --arch="${architectures[$machine]}" "$suite" "$root" > "$root.log"
  apt-config dump Acquire > "$root/etc/apt/apt.conf.d/90host"
  echo 'Acquire::Check-Valid-Until "false";' > "$root/etc/apt/apt.conf.d/91old"  # the release file of sid is, in some mirrors
fi
mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
mount --rbind /dev "$root/dev"
cp /etc/resolv.conf "$root/etc/resolv.conf"
echo "registry=$(npm config get registry)" > "$root/root/.npmrc"
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

mkdir -p "$root/given"
mount --bind "$files" "$root/given"
in_root sh -c "$command"
