"""A name server on the loopback interface that knows no names, and reports the names that it was asked for.

Every program that uses the C library's resolver asks this server. An attempt to reach a host by name therefore leaves a
trace even if it comes from curl or Bash, and fails at once.
"""

import socket

MAX_NAMES = 100
_MAX_NAME = 255
_AT_ONCE = 16
_BUFFER_BYTES = 1 << 20
# Maximum number of names to remember as counted; beyond it, every query counts.
_REMEMBERED = 4_096


class Resolver:
    """Answers every query with NXDOMAIN."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.setblocking(False)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _BUFFER_BYTES)
        self.socket.bind(('127.0.0.1', 53))
        self._dropped_before = 0
        self.begin()

    def fileno(self):
        return self.socket.fileno()

    def begin(self):
        """Forgets an earlier job's names."""
        self._seen = set()
        self._listed = 0
        self.more = 0

    def answer(self, tell):
        """Answers pending queries, after reporting new names in one list. Returns False if there were none."""
        names, replies = [], []
        taken = 0
        for _ in range(_AT_ONCE):
            try:
                query, sender = self.socket.recvfrom(1500)
            except BlockingIOError:
                break
            except OSError:
                continue
            taken += 1
            try:
                name, end = _question(query)
            except (ValueError, IndexError):
                # The query does not contain a readable name.
                self.more += 1
                continue
            if self._is_new(name):
                names.append(name)
            # The query's id, "response, recursion available, no such name", the number of questions, and the question.
            flags = bytes([0x80 | (query[2] & 0x79), 0x83])
            replies.append((query[:2] + flags + b'\0\1\0\0\0\0\0\0' + query[12:end], sender))
        if names:
            tell(names)
        for reply, sender in replies:
            try:
                self.socket.sendto(reply, sender)
            except OSError:
                pass
        return taken > 0

    def count_dropped(self):
        """Counts the queries that the kernel dropped because too many arrived at once."""
        dropped = _dropped()
        self.more += dropped - self._dropped_before
        self._dropped_before = dropped

    def _is_new(self, name):
        """Returns whether to report a name. A name beyond the limit is counted instead."""
        if name in self._seen:
            return False
        if len(self._seen) < _REMEMBERED:
            self._seen.add(name)
        if self._listed >= MAX_NAMES:
            self.more += 1
            return False
        self._listed += 1
        return True


def _question(query):
    """Returns a DNS query's (name, end of the question). Escapes ambiguous bytes as zone files do."""
    labels = []
    at = 12
    while query[at]:
        size = query[at]
        if size > 63:
            raise ValueError('a name in a question is not compressed')
        labels.append(''.join(_shown(byte) for byte in query[at + 1:at + 1 + size]))
        at += 1 + size
    if not labels or at + 5 > len(query):
        raise ValueError('no name, or no type and class')
    name = '.'.join(labels).lower()
    # Keep the end of the name, which shows who owns the host.
    return name if len(name) <= _MAX_NAME else '…' + name[1 - _MAX_NAME:], at + 5


def _shown(byte):
    return chr(byte) if 0x21 <= byte <= 0x7E and byte not in b'.\\' else f'\\{byte:03d}'


def _dropped():
    """Returns the kernel's count for the socket; 0 if it keeps none, as on gVisor."""
    try:
        with open('/proc/net/udp', encoding='ascii') as table:
            rows = [line.split() for line in table]
    except OSError:
        return 0
    return sum(int(row[12]) for row in rows[1:] if len(row) > 12 and row[1] == '0100007F:0035')
