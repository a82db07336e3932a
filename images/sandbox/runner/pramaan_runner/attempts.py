"""Attempts of Python code to reach a network, noted as they happen.

There is no network; this is evidence, not a lock. It sees what goes through Python's sockets in this process, and not
what other programs do or what calls the kernel directly.
"""

import builtins

# Submitted code may replace any built-in function; this module keeps the true ones.
__builtins__ = dict(vars(builtins))

import json

_MAX_ATTEMPTS = 64
_LOCAL = ('', 'localhost', '::1', '::', '0.0.0.0')
_dumps = json.dumps


def handlers(shared):
    """Functions by audit event that note an attempt in shared memory."""
    seen = []

    def note(host, port):
        if isinstance(host, (bytes, bytearray)):
            host = bytes(host).decode('utf-8', 'replace')
        if not isinstance(host, str) or host in _LOCAL or host.startswith('127.'):
            return
        entry = [host[:255], port if isinstance(port, int) and 0 < port < 65536 else None]
        if entry in seen or len(seen) >= _MAX_ATTEMPTS:
            return
        seen.append(entry)
        shared.set_notes(_dumps(seen).encode('ascii'))

    def note_address(address):
        if isinstance(address, tuple) and len(address) >= 2:
            note(address[0], address[1])

    def note_lookup(host, port, *_):
        note(host, int(port) if isinstance(port, str) and port.isdigit() else port)

    return {
        'socket.connect': lambda _, address: note_address(address),
        'socket.sendto': lambda _, address: note_address(address),
        'socket.sendmsg': lambda _, address: note_address(address),
        'socket.getaddrinfo': note_lookup,
        'socket.gethostbyname': lambda host: note(host, None),
        'socket.gethostbyaddr': lambda host: note(host, None),
    }
