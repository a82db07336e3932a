"""Notes attempts by Python code to reach a network.

There is no network; this is evidence, not protection. It covers Python's sockets in this process and its forks, but not
other programs or direct system calls.
"""

import builtins

# Submitted code may replace any built-in function; this module keeps the original ones.
__builtins__ = dict(vars(builtins))

import json
import re

_MAX_NOTED = 100
_MAX_HOST = 255
_LOCAL = frozenset(('', 'localhost', '::1', '::', '0.0.0.0'))
_is_loopback = re.compile(r'127(\.[0-9]{1,3}){3}').fullmatch
_dumps = json.dumps
# A subclass's own methods may return anything, while the socket uses the underlying value.
_text, _item, _plus = str.__str__, tuple.__getitem__, int.__add__


class Attempts:
    """Writes each host and port once to the shared memory, and counts those beyond the limit."""

    def __init__(self, shared):
        self._shared = shared
        self._seen = set()

    def begin(self):
        """Forgets the attempts of the session's earlier jobs."""
        self._seen.clear()

    def handlers(self):
        """Returns handler functions by audit event."""
        return {
            'socket.connect': lambda _, address: self._note_address(address),
            'socket.sendto': lambda _, address: self._note_address(address),
            'socket.sendmsg': lambda _, address: self._note_address(address),
            'socket.getaddrinfo': self._note_lookup,
            'socket.gethostbyname': lambda host: self._note(host, None, lookup=True),
            'socket.gethostbyaddr': lambda host: self._note(host, None, lookup=True),
        }

    def _note_address(self, address):
        if isinstance(address, tuple) and tuple.__len__(address) >= 2:
            self._note(_item(address, 0), _item(address, 1))

    def _note_lookup(self, host, port, *_):
        if isinstance(port, str):
            port = _text(port)
            port = int(port) if port.isdigit() else None
        self._note(host, port, lookup=True)

    def _note(self, host, port, lookup=False):
        if isinstance(host, bytes):
            host = bytes.decode(host, 'utf-8', 'replace')
        elif isinstance(host, bytearray):
            host = bytearray.decode(host, 'utf-8', 'replace')
        elif isinstance(host, str):
            host = _text(host)
        else:
            return
        if host in _LOCAL or _is_loopback(host):
            return
        port = _plus(port, 0) if isinstance(port, int) else None
        # Keep the end of the name, which shows who owns the host.
        entry = (host if len(host) <= _MAX_HOST else '…' + host[1 - _MAX_HOST:], port)
        if entry in self._seen:
            return
        if len(self._seen) >= _MAX_NOTED:
            self._shared.count_note(lookup)
            return
        self._seen.add(entry)
        self._shared.add_note(_dumps(entry).encode('ascii') + b'\n', lookup)
