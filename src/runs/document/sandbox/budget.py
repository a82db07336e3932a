"""Limits the time spent on a page. The limit is in processor time, so that a busy machine reads as much as an idle one."""

import copy
import time

# Maximum ratio of wall time to processor time. On a machine that is even slower, pages are read less well.
MOST_SLOWED = 6


class Budget:
    """A time budget that begins when it is created. `end` is the monotonic time at which it ends in any case."""

    def __init__(self, end):
        self.end = end
        self.begun = time.monotonic(), time.process_time()
        self.last = None
        # Whether work was skipped because there was too much of it, or a pass was cut short, so that the page may read differently on
        # a machine with more time.
        self.fell_short = False

    def trial(self):
        """Returns the same budget for passes that only help to choose, with a separate record of whether they
        were cut short."""
        other = copy.copy(self)
        other.fell_short = False
        return other

    def limit(self, seconds):
        """Limits the remaining processor time to `seconds`."""
        self.last = time.process_time() + seconds

    def is_left(self):
        """Returns whether there is time for more work. Ask only if there is work, because a no is recorded."""
        left = time.monotonic() < self.end and (self.last is None or time.process_time() < self.last)
        self.fell_short = self.fell_short or not left
        return left

    def by_clock(self, seconds):
        """Returns how much wall time to allow for work that needs `seconds` of processor time, given how slow the machine
        currently is."""
        clock, processor = time.monotonic() - self.begun[0], time.process_time() - self.begun[1]
        slowed = min(MOST_SLOWED, max(1, clock / max(processor, 0.05)))
        return max(0.1, min(seconds * slowed, self.end - time.monotonic()))
