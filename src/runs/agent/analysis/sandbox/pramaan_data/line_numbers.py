"""The line numbers of a table's rows. Most rows follow each other, so only the places where they do not are kept."""

from bisect import bisect_right


class LineNumbers:
    """A list that can be appended to."""

    def __init__(self, lines=()):
        # For each run of rows that follow each other, its first row and the line of that.
        self._rows, self._lines = [], []
        self._count = 0
        self._next = None
        for line in lines:
            self.append(line)

    def append(self, line):
        if line != self._next:
            self._rows.append(self._count)
            self._lines.append(line)
        self._count += 1
        self._next = line + 1

    def extend(self, line, count):
        """Adds rows on lines that follow each other, beginning with `line`."""
        if line != self._next:
            self._rows.append(self._count)
            self._lines.append(line)
        self._count += count
        self._next = line + count

    def __len__(self):
        return self._count

    def __getitem__(self, row):
        if not 0 <= row < self._count:
            raise IndexError(row)
        run = bisect_right(self._rows, row) - 1
        return self._lines[run] + int(row) - self._rows[run]
