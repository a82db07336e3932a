"""What a reader of a dataset noticed: told in the profile, so that nothing that was decided stays unsaid."""

MAX_LINES = 20
MAX_NOTES = 60


class Unreadable(Exception):
    """The dataset cannot be read. The reason is one of a fixed list; the detail says what and where."""

    def __init__(self, reason, detail):
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


class Notes:
    """Notes in the order of their making, each with a code that stays the same from release to release."""

    def __init__(self):
        self.items = []

    def add(self, code, detail, column=None, lines=(), ambiguous=False):
        """`ambiguous`: another reading is possible, so an answer that rests on it has to say which one was taken."""
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
    """'a, b, c and 4 more'."""
    items = [str(item) for item in items]
    rest = len(items) - most
    return ', '.join(items[:most]) + (f' and {rest} more' if rest > 0 else '')


def plural(count, thing):
    return f'{count} {thing}' + ('' if count == 1 else 's')
