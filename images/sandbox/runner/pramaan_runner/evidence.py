"""Sends a job's attempts to reach a network to the host while the job runs.

A job may bring this process down before it reports. It cannot take back the evidence that was sent before.
"""

from pramaan_runner import frames

LOOK_EVERY_S = 0.1
# The child writes its own notes and may never stop writing.
_MAX_NOTES_SENT = 256 << 10


class Evidence:
    """One job's attempts: names that the resolver was asked for, and notes that the job's own process wrote."""

    def __init__(self, stream, names, memory):
        self._stream = stream
        self._names = names
        self._memory = memory
        self._more_told = 0
        self._mark = (0, 0, 0)
        self._notes = b''
        self._sent = 0
        if names is not None:
            names.begin()

    def answer(self):
        """Answers pending queries, after sending their names to the host. Returns False if there were none."""
        busy = self._names.answer(self._tell_names)
        # Sent each time the number has doubled, which is often enough to count but too rare to flood the host.
        if self._names.more >= 2 * self._more_told and self._names.more > 0:
            self._tell_names([])
        return busy

    def look(self):
        """Sends the child's notes since the last call."""
        mark = self._memory.notes_mark()
        if mark == self._mark or self._sent > _MAX_NOTES_SENT:
            return
        self._mark = mark
        notes = self._memory.notes(mark[0])
        # Notes that were overwritten are sent again in full.
        fresh = notes[len(self._notes):] if notes.startswith(self._notes) else notes
        self._notes = notes
        self._sent += len(fresh) + frames.HEADER.size
        self._stream.send_json(frames.NOTES, {'connections': mark[1], 'lookups': mark[2]}, fresh)

    def finish(self):
        """Sends the remaining evidence. Called when none of the job's processes is running any more."""
        self.look()
        if self._names is None:
            return
        while self.answer():
            pass
        self._names.count_dropped()
        if self._names.more > self._more_told:
            self._tell_names([])

    def _tell_names(self, names):
        self._more_told = self._names.more
        self._stream.send_json(frames.NAMES, {'names': names, 'more': self._names.more})
