"""The supervisor's end of the attach stream: frames of one type byte, four length bytes and a payload.

The host sends JOB, PING and GET; the supervisor sends the others. Only the supervisor has this stream: submitted
code runs as another user and has none of its descriptors.
"""

import json
import os
import struct

HEADER = struct.Struct('>BI')

# From the host.
JOB, PING, GET = b'J', b'P', b'G'
# To the host.
READY, ACCEPTED, REFUSED, STDOUT, STDERR, NAMES, NOTES, ENDED, CHART, EXIT, PONG, FILE = (
    b'R', b'A', b'N', b'O', b'E', b'D', b'T', b'Z', b'C', b'X', b'p', b'F',
)


class HostGone(Exception):
    """Raised when the host has closed the stream, so that nobody needs this process any more."""


class Stream:
    """Reads and writes frames over two descriptors."""

    def __init__(self, source, sink):
        self.source = source
        self.sink = sink
        self._buffer = bytearray()

    def fill(self):
        """Reads the available data. Raises HostGone at the end of the stream."""
        data = os.read(self.source, 1 << 16)
        if not data:
            raise HostGone
        self._buffer += data

    def take(self, size):
        """Waits for the next size bytes and returns them."""
        while len(self._buffer) < size:
            self.fill()
        data = bytes(self._buffer[:size])
        del self._buffer[:size]
        return data

    def pieces(self, size):
        """Yields the next size bytes in parts as they arrive, so that a large input is never in memory as a whole."""
        while size:
            if not self._buffer:
                self.fill()
            data = bytes(self._buffer[:size])
            del self._buffer[:size]
            size -= len(data)
            yield data

    def receive(self):
        """Returns the next frame's type and payload."""
        kind, size = HEADER.unpack(self.take(HEADER.size))
        return bytes([kind]), self.take(size)

    def send(self, kind, payload=b''):
        """Writes one complete frame."""
        data = memoryview(HEADER.pack(kind[0], len(payload)) + payload)
        while data:
            data = data[os.write(self.sink, data):]

    def send_json(self, kind, value, content=None):
        """Sends a frame that consists of one line of JSON followed by bytes."""
        line = json.dumps(value).encode('ascii')
        self.send(kind, line if content is None else line + b'\n' + content)
