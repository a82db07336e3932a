"""A name server on the loopback that knows no name, and remembers which were asked for.

Whatever uses the C library's resolver asks here, so that an attempt to reach a host by name leaves a trace also where it
comes from curl or Bash, and fails at once.
"""

import socket

MAX_NAMES = 64


class Resolver:
    """Answers NXDOMAIN to all."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.setblocking(False)
        self.socket.bind(('127.0.0.1', 53))
        self._names = []

    def fileno(self):
        return self.socket.fileno()

    def answer(self):
        """Answers what is waiting."""
        for _ in range(16):
            try:
                query, sender = self.socket.recvfrom(1500)
                name, end = _question(query)
                if name not in self._names and len(self._names) < MAX_NAMES:
                    self._names.append(name)
                # The query's id, "response, recursion available, no such name", one question, and the question.
                flags = bytes([0x80 | (query[2] & 0x79), 0x83])
                self.socket.sendto(query[:2] + flags + b'\0\1\0\0\0\0\0\0' + query[12:end], sender)
            except BlockingIOError:
                return
            except (OSError, ValueError, IndexError):
                continue

    def take(self):
        """The names asked for since the last call."""
        names, self._names = self._names, []
        return names


def _question(query):
    """(name, where the question ends) of a DNS query."""
    labels = []
    at = 12
    while query[at]:
        size = query[at]
        if size > 63:
            raise ValueError('a name in a question is not compressed')
        labels.append(query[at + 1:at + 1 + size].decode('ascii', 'replace'))
        at += 1 + size
    if not labels:
        raise ValueError('no name')
    return '.'.join(labels).lower()[:255], at + 5
