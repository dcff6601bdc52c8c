# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause
"""Processes to which the kernel allows less, as it does in many containers."""

import ctypes
import errno
import platform
import struct

_PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS, _MODE_FILTER = 22, 38, 2
_LOAD, _JUMP_IF_EQUAL, _RETURN = 0x20, 0x15, 0x06
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000
_PERF_EVENT_OPEN = {"aarch64": 241, "x86_64": 298}[platform.machine()]


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_char_p)]


def without_perf_events():
    """Refuses perf_event_open to the calling process and to all that it starts: for `preexec_fn`."""
    instructions = [(_LOAD, 0, 0, 0), (_JUMP_IF_EQUAL, 0, 1, _PERF_EVENT_OPEN), (_RETURN, 0, 0, _ERROR | errno.EACCES), (_RETURN, 0, 0, _ALLOW)]
    code = b"".join(struct.pack("HBBI", *each) for each in instructions)
    libc = ctypes.CDLL(None, use_errno=True)
    program = _Program(len(instructions), code)
    if libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 or libc.prctl(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(program)) != 0:
        raise OSError(ctypes.get_errno(), "seccomp")
