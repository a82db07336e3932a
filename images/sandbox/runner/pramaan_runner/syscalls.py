"""Refuses the system calls that the engine's filter refuses on runc, because gVisor does not apply that filter.

Netlink reveals interfaces and processes; System V objects and message queues outlive the processes that made them.
"""

import ctypes
import errno
import struct

_NETLINK = 16
# By architecture, as the kernel reports it with each call: the socket call, and then calls that are always refused.
_CALLS = {
    0xC000003E: (41, (29, 64, 68, 240)),  # x86-64: shmget, semget, msgget, mq_open
    0xC00000B7: (198, (194, 190, 186, 180)),  # arm64
}

_LOAD, _IF_EQUAL, _RETURN = 0x20, 0x15, 0x06
_NUMBER_AT, _ARCHITECTURE_AT, _ARGUMENT_AT = 0, 4, 16
_ALLOW = _RETURN, 0, 0, 0x7FFF0000
_REFUSE = _RETURN, 0, 0, 0x00050000 | errno.EPERM
_PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP, _FILTER = 38, 22, 2


class _Program(ctypes.Structure):
    _fields_ = [('length', ctypes.c_ushort), ('instructions', ctypes.c_char_p)]


def _instructions():
    """Returns a classic BPF program with one block per architecture, each of which ends in a verdict."""
    program = [(_LOAD, 0, 0, _ARCHITECTURE_AT)]
    for architecture, (socket, refused) in _CALLS.items():
        block = [(_LOAD, 0, 0, _NUMBER_AT)]
        for number in refused:
            block += [(_IF_EQUAL, 0, 1, number), _REFUSE]
        block += [
            (_IF_EQUAL, 1, 0, socket), _ALLOW,
            (_LOAD, 0, 0, _ARGUMENT_AT), (_IF_EQUAL, 0, 1, _NETLINK), _REFUSE, _ALLOW,
        ]
        program += [(_IF_EQUAL, 0, len(block), architecture), *block]
    return [*program, _ALLOW]


def refuse():
    """Applies the filter permanently to this process and everything that it starts."""
    instructions = _instructions()
    packed = b''.join(struct.pack('=HBBI', *instruction) for instruction in instructions)
    program = _Program(len(instructions), packed)
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if prctl(_PR_SET_SECCOMP, _FILTER, ctypes.byref(program), 0, 0) != 0:
        raise OSError(ctypes.get_errno(), 'the calls could not be refused')
