"""Reads single lines again that recognition missed, although it read the lines around them."""

# Minimum height of unread ink that may be writing, as a share of the height of the words, and its ratio of width to height.
HIGH, LONG = 0.6, 1.5
# Maximum number of lines to read again on a page, and the margin at each side, as a share of their
# height.
MOST_LINES, MARGIN = 12, 0.4
# Maximum distance between the middles of two words in one row, as a share of the lower one's height.
NEAR = 0.5


def places_of(areas, rows, size):
    """Returns the places of unread ink that is as high as the words and lies among them, with a margin."""
    boxes = [box for row in rows for _, _, box in row if box]
    if not boxes:
        return []
    height = sorted(box[3] - box[1] for box in boxes)[len(boxes) // 2]
    left, top, right, bottom = (pick(edges) for pick, edges in zip((min, min, max, max), zip(*boxes)))
    places = []
    for a, b, c, d in areas:
        is_inside = a < right and c > left and b < bottom and d > top
        if is_inside and d - b >= HIGH * height and c - a >= LONG * (d - b):
            edge = MARGIN * (d - b)
            places.append((max(0, round(a - edge)), max(0, round(b - edge)), min(size[0], round(c + edge)), min(size[1], round(d + edge))))
    return places[:MOST_LINES]


def with_line(rows, line):
    """Adds the words of a line to the row at the same height, or before the first row below it."""
    middle, height = middle_of(line[0][2]), height_of(line[0][2])
    for row in rows:
        for _, _, box in row:
            if box and abs(middle_of(box) - middle) <= NEAR * min(height_of(box), height):
                return [sorted([*row, *line], key=left_of) if other is row else other for other in rows]
    below = (at for at, row in enumerate(rows) if any(box and middle_of(box) > middle for _, _, box in row))
    at = next(below, len(rows))
    return [*rows[:at], line, *rows[at:]]


def words_in(text, place, confidence):
    """Splits the text of a line into words, each with its share of the line's place."""
    sign = (place[2] - place[0]) / max(1, len(text))
    words = []
    at = 0
    for chars in text.split():
        at = text.index(chars, at)
        left, right = (round(place[0] + sign * edge) for edge in (at, at + len(chars)))
        words.append((chars, confidence, (left, place[1], right, place[3])))
        at += len(chars)
    return words


def middle_of(box):
    return (box[1] + box[3]) / 2


def height_of(box):
    return box[3] - box[1]


def left_of(word):
    return word[2][0] if word[2] else 0
