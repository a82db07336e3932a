"""Attempts to reach a network, sent to the host while the job runs.

A job may bring this process down before it reports; what was sent until then cannot be taken back.
"""

from pramaan_runner import frames

LOOK_EVERY_S = 0.1
# The child writes its notes itself and may write without end.
_MAX_NOTES_SENT = 256 << 10


class Evidence:
    """What one job tried to reach: names asked of the resolver, and notes that its own process wrote."""

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
        """Answers the questions that wait, each told to the host before its asker hears; False where none did."""
        busy = self._names.answer(self._tell_names)
        # Told whenever it has doubled: often enough to count, too seldom to flood.
        if self._names.more >= 2 * self._more_told and self._names.more > 0:
            self._tell_names([])
        return busy

    def look(self):
        """Sends what the child has noted since the last look."""
        mark = self._memory.notes_mark()
        if mark == self._mark or self._sent > _MAX_NOTES_SENT:
            return
        self._mark = mark
        notes = self._memory.notes(mark[0])
        # Notes that were written over are sent again, whole.
        fresh = notes[len(self._notes):] if notes.startswith(self._notes) else notes
        self._notes = notes
        self._sent += len(fresh) + frames.HEADER.size
        self._stream.send_json(frames.NOTES, {'connections': mark[1], 'lookups': mark[2]}, fresh)

    def finish(self):
        """Takes what is left when no process of the job runs any more."""
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
