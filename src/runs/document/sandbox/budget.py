"""The time that a page gets: counted by the processor, so that a busy machine reads what an idle one does."""

import time

# What the clock may add to the processor's time. Beyond this the page is read less well.
MOST_SLOWED = 6


class Budget:
    """Begins with its making; `end` is when the clock ends it in any case."""

    def __init__(self, end):
        self.end = end
        self.begun = time.monotonic(), time.process_time()
        self.last = None

    def limit(self, seconds):
        """From now on, no more than this of the processor."""
        self.last = time.process_time() + seconds

    def is_left(self):
        return time.monotonic() < self.end and (self.last is None or time.process_time() < self.last)

    def by_clock(self, seconds):
        """How long by the clock something may take that should take `seconds`, as slow as this machine is now."""
        clock, processor = time.monotonic() - self.begun[0], time.process_time() - self.begun[1]
        slowed = min(MOST_SLOWED, max(1, clock / max(processor, 0.05)))
        return max(0.1, min(seconds * slowed, self.end - time.monotonic()))
