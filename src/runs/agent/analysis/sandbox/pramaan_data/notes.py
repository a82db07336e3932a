"""Notes by the readers of a dataset. The profile contains them, so that it mentions every decision."""

MAX_LINES = 20
MAX_NOTES = 60


class Unreadable(Exception):
    """The dataset cannot be read. The reason is one of a fixed list, and the detail describes the problem and its place."""

    def __init__(self, reason, detail):
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


class Notes:
    """Notes in the order in which they were made. Each has a code that is stable across releases."""

    def __init__(self):
        self.items = []

    def add(self, code, detail, column=None, lines=(), ambiguous=False):
        """Adds a note. `ambiguous` means that another reading is possible, so an answer that depends on it must mention the
        one chosen."""
        if len(self.items) >= MAX_NOTES:
            return
        note = {'code': code, 'detail': detail, 'ambiguous': ambiguous}
        if column is not None:
            note['column'] = column
        lines = [int(line) for line in lines]
        if lines:
            note['lines'] = lines[:MAX_LINES]
        self.items.append(note)


def listed(items, most=5):
    """Lists items as 'a, b, c and 4 more'."""
    items = [str(item) for item in items]
    rest = len(items) - most
    return ', '.join(items[:most]) + (f' and {rest} more' if rest > 0 else '')


def plural(count, thing):
    return f'{count} {thing}' + ('' if count == 1 else 's')
