"""A name server on the loopback that knows no name, and says which were asked for.

Whatever uses the C library's resolver asks here, so that an attempt to reach a host by name leaves a trace also where it
comes from curl or Bash, and fails at once.
"""

import socket

MAX_NAMES = 100
_MAX_NAME = 255
_AT_ONCE = 16
_BUFFER_BYTES = 1 << 20
# Names known to have been counted already; beyond it every question counts.
_REMEMBERED = 4_096


class Resolver:
    """Answers NXDOMAIN to all."""

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
        """Forgets the names of an earlier job."""
        self._seen = set()
        self._listed = 0
        self.more = 0

    def answer(self, tell):
        """Answers what is waiting; False where nothing was. New names are told first, in one list."""
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
                # Nobody can say which name was meant.
                self.more += 1
                continue
            if self._is_new(name):
                names.append(name)
            # The query's id, "response, recursion available, no such name", one question, and the question.
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
        """Counts the questions that the kernel threw away because too many came at once."""
        dropped = _dropped()
        self.more += dropped - self._dropped_before
        self._dropped_before = dropped

    def _is_new(self, name):
        """Whether a name is to be told; one beyond the bound is counted instead."""
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
    """(name, where the question ends) of a DNS query. Bytes that would read as others are escaped, as in zone files."""
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
    # The end of a name says whose it is.
    return name if len(name) <= _MAX_NAME else '…' + name[1 - _MAX_NAME:], at + 5


def _shown(byte):
    return chr(byte) if 0x21 <= byte <= 0x7E and byte not in b'.\\' else f'\\{byte:03d}'


def _dropped():
    """The kernel's count for the socket; 0 where it keeps none, as on gVisor."""
    try:
        with open('/proc/net/udp', encoding='ascii') as table:
            rows = [line.split() for line in table]
    except OSError:
        return 0
    return sum(int(row[12]) for row in rows[1:] if len(row) > 12 and row[1] == '0100007F:0035')
