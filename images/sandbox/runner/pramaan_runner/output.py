"""One stream of a job's output: passed on up to a limit, counted and thrown away beyond it."""

import os

_PIECE = 1 << 16


class Output:
    """Reads until the end, so that a writer never waits for a reader who has had enough."""

    def __init__(self, stream, kind, descriptor, limit):
        self._stream = stream
        self._kind = kind
        self._left = limit
        self.descriptor = descriptor
        self.total = 0

    def pass_on(self):
        """Takes what is there; False at the end of the stream."""
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
        """Takes the rest: nobody writes any more, so an empty pipe is the end. Then what never came to the pipe."""
        before = -1
        while before != self.total:
            before = self.total
            self.pass_on()
        self._take(gathered)
