"""Finds out which signs the bytes of a file contain."""

_STEP = 1 << 18


class Signs:
    """A file's bytes, and whether there are any of those that decide how it can be read. `data` is bytes or a mapped file."""

    def __init__(self, data):
        self.data = data
        self.ascii, self.quotes, self.returns, self.nul = True, False, False, False
        # All signs are searched in one part before the next, while it is in the processor's cache.
        for start in range(0, len(data), _STEP):
            part = data[start:start + _STEP]
            self.ascii = self.ascii and part.isascii()
            self.quotes = self.quotes or b'"' in part
            self.returns = self.returns or b'\r' in part
            self.nul = self.nul or b'\0' in part
