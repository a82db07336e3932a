"""Forwards one stream of a job's output up to a limit. Further output is counted and discarded."""

import os

_PIECE = 1 << 16


class Output:
    """Reads a stream to its end, so that a writer never has to wait after the limit is reached."""

    def __init__(self, stream, kind, descriptor, limit):
        self._stream = stream
        self._kind = kind
        self._left = limit
        self.descriptor = descriptor
        self.total = 0

    def pass_on(self):
        """Reads the available data. Returns False at the end of the stream."""
        try:
            data = os.read(self.descriptor, _PIECE)
        except BlockingIOError:
            return True
        if not data:
            return False
        self._take(data)
        return True

    def _take(self, data):
        self.total += len(data)
        if self._left and data:
            self._stream.send(self._kind, data[:self._left])
            self._left -= min(self._left, len(data))

    def finish(self, gathered):
        """Reads the rest of the pipe, to which nobody writes any more, and then output that was never written."""
        before = -1
        while before != self.total:
            before = self.total
            self.pass_on()
        self._take(gathered)
