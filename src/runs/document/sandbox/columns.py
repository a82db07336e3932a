"""Reads adjacent columns one after the other: prose beside prose, or beside a table."""

from rows import FIGURE, around

# Minimum number of rows with a gap at the same place between two columns of prose, the minimum width of that gap as a multiple of the
# words' height, and the minimum mean number of words in a line of each column. Cells of forms and tables have fewer. The columns end
# where the distance to the next row is larger than between their first two by this factor.
LEAST_ROWS, GUTTER, LEAST_WORDS, APART = 3, 1.0, 3.5, 1.5
# Lines of prose fill their column: minimum share of its width, and minimum share of the lines above the last one. They also consist
# of sentences: minimum share of lines that begin with a small letter or end with a full stop. Long columns do not need these,
# because some scripts lack them. Labels and the values beside them do neither.
FILLED, MOST_FILLED, IN_SENTENCES, LONG_COLUMN = 0.7, 0.7, 0.4, 6
_FULL_STOPS = ('.', '।')
# Minimum number of sentences that end in a column of prose beside a table, and minimum share of the table's rows with a name and a
# figure. The descriptions of a table are not sentences.
LEAST_ENDS, WITH_FIGURE = 2, 0.6


def columned(rows):
    """Returns the rows with two adjacent columns put one after the other. A word of a row is its characters,
    anything, and its box (left, top, right, bottom; None if unknown)."""
    found = []
    at = 0
    while at < len(rows):
        columns = columns_at(rows, at)
        end, lines = columns or (at + 1, [rows[at]])
        found += lines
        at = end
    return found


def columns_at(rows, at):
    """Returns the end of the two columns that begin with a row, and their lines in reading order; None if
    there are none."""
    for first in (1, 2):
        # If the lines of the columns are not at the same height, the first two rows belong to one column each.
        for gutter in gaps_in([word for row in rows[at : at + first] for word in row]):
            end, gutter = end_of(rows, at, first, gutter)
            sides = [sides_of(row, gutter) for row in rows[at:end]]
            left, right = ([pair[nth] for pair in sides if pair[nth]] for nth in (0, 1))
            if end - at >= LEAST_ROWS * first and are_columns(left, right):
                return end, left + right
    return None


def end_of(rows, at, first, gutter):
    """Returns the row before which the columns on both sides of a gutter end, and the part of the gutter that
    their words leave free."""
    end = at + first
    while end < len(rows):
        narrowed = max(gaps_in(rows[end], gutter), key=lambda gap: gap[1] - gap[0], default=None)
        pitch = middle_of(rows[min(at + first, len(rows) - 1)]) - middle_of(rows[at])
        if narrowed is None or (end - at >= 2 and middle_of(rows[end]) - middle_of(rows[end - 1]) > APART * pitch):
            break
        end, gutter = end + 1, narrowed
    return end, gutter


def gaps_in(row, gutter=None):
    """Returns the parts of a gutter (left, right; None for anywhere) that a row's words leave free and that are wide enough."""
    boxes = sorted(box for _, _, box in row if box)
    if not boxes or len(boxes) < len(row):
        return []
    least = GUTTER * sorted(box[3] - box[1] for box in boxes)[len(boxes) // 2]
    gaps = [(one[2], other[0]) for one, other in zip(boxes, boxes[1:])]
    if gutter is not None:
        # The last lines of two columns end at different places, so a row may also end before the gutter, or begin
        # after it.
        gaps += [(boxes[-1][2], gutter[1]), (gutter[0], boxes[0][0])]
        gaps = [(max(left, gutter[0]), min(right, gutter[1])) for left, right in gaps]
    return [(left, right) for left, right in gaps if right - left >= least]


def middle_of(row):
    place = around(row)
    return (place[1] + place[3]) / 2


def sides_of(row, gutter):
    middle = (gutter[0] + gutter[1]) / 2
    return [word for word in row if word[2][0] < middle], [word for word in row if word[2][0] >= middle]


def are_columns(left, right):
    is_left, is_right = is_prose(left), is_prose(right)
    if is_left and is_right:
        return True
    return (is_left and ends_in(left) >= LEAST_ENDS and is_table(right)) or (is_right and ends_in(right) >= LEAST_ENDS and is_table(left))


def ends_in(lines):
    """Returns how many sentences end in a column."""
    return sum(len(word[0]) > 3 and word[0].endswith(_FULL_STOPS) for line in lines for word in line)


def is_table(lines):
    """Returns whether most lines of a column consist of a name followed by a figure."""
    named = sum(
        any(char.isalpha() for char in line[0][0] + line[min(1, len(line) - 1)][0]) and FIGURE.fullmatch(line[-1][0]) is not None for line in lines
    )
    return len(lines) >= LEAST_ROWS and named >= WITH_FIGURE * len(lines)


def is_prose(lines):
    """Returns whether the lines of a column are sentences rather than labels, values, codes and figures."""
    words = [word[0] for line in lines for word in line]
    letters = sum(any(char.isalpha() for char in chars) and not chars.endswith(':') for chars in words)
    filled = [line for line in lines if line]
    if len(filled) < LEAST_ROWS or len(words) < LEAST_WORDS * len(filled) or letters < 0.8 * len(words):
        return False
    places = [around(line) for line in filled]
    left, right = min(place[0] for place in places), max(place[2] for place in places)
    long = sum(place[2] - left >= FILLED * (right - left) for place in places[:-1])
    in_sentences = sum(line[0][0][:1].islower() or line[-1][0].endswith(_FULL_STOPS) for line in filled[1:])
    return long >= MOST_FILLED * (len(filled) - 1) and (
        in_sentences >= IN_SENTENCES * (len(filled) - 1) or len(filled) >= LONG_COLUMN
    )
