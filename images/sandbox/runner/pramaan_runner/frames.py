"""The supervisor's end of the attach stream: frames of one type byte, four length bytes and a payload.

The host writes JOB, PING and GET; the supervisor answers with the rest. Only the supervisor has this stream: submitted
code runs as another user and holds none of its descriptors.
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
    """The host closed the stream: nobody is left to work for."""


class Stream:
    """Frames on two descriptors, read into one buffer."""

    def __init__(self, source, sink):
        self.source = source
        self.sink = sink
        self._buffer = bytearray()

    def fill(self):
        """Takes what has come; raises HostGone at the end of the stream."""
        data = os.read(self.source, 1 << 16)
        if not data:
            raise HostGone
        self._buffer += data

    def take(self, size):
        """The next size bytes, waiting for them."""
        while len(self._buffer) < size:
            self.fill()
        data = bytes(self._buffer[:size])
        del self._buffer[:size]
        return data

    def pieces(self, size):
        """The next size bytes in parts as they come, so that a large input is never held whole."""
        while size:
            if not self._buffer:
                self.fill()
            data = bytes(self._buffer[:size])
            del self._buffer[:size]
            size -= len(data)
            yield data

    def receive(self):
        """The next frame: its type and payload."""
        kind, size = HEADER.unpack(self.take(HEADER.size))
        return bytes([kind]), self.take(size)

    def send(self, kind, payload=b''):
        """Writes one frame whole."""
        data = memoryview(HEADER.pack(kind[0], len(payload)) + payload)
        while data:
            data = data[os.write(self.sink, data):]

    def send_json(self, kind, value, content=None):
        """A frame of one line of JSON, and of bytes after it."""
        line = json.dumps(value).encode('ascii')
        self.send(kind, line if content is None else line + b'\n' + content)
