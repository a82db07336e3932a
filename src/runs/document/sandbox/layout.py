"""Joins a page's characters into words and lines by their position."""

from columns import columned

# Maximum number of lines of a page that are searched for columns. No sheet of paper has more.
MOST_LINES = 300


def words_of(signs):
    """Joins consecutive characters into words: [text, left, right, bottom, top].

    The library itself inserts a space where a gap separates two words, so a gap alone only ends a word if it is as wide as a
    letter is tall. `left` and `right` must include a character's side bearings, because the gap between the inked edges of
    two narrow digits is as wide as that between two words.
    """
    words = []
    current = None
    for char, left, right, bottom, top in signs:
        if char.isspace():
            current = None
            continue
        height = max(top - bottom, 1)
        if current is not None:
            _, _, end, low, high = current
            size = max(high - low, height)
            level = bottom < high and top > low
            if level and -0.5 * size < left - end < size:
                current[0] += char
                current[2] = max(end, right)
                current[3] = min(low, bottom)
                current[4] = max(high, top)
                continue
        current = [char, left, right, bottom, top]
        words.append(current)
    return words


def text_of(words):
    """Joins words into lines, from top to bottom and from left to right, one column of prose after the other. A wide gap becomes two
    spaces.

    Returns the text, and (start, end, word) for each word in it.
    """
    lines = []
    for word in sorted(words, key=lambda word: -(word[3] + word[4])):
        middle = (word[3] + word[4]) / 2
        if lines and lines[-1][0] < middle < lines[-1][1]:
            lines[-1][2].append(word)
        else:
            lines.append((word[3], word[4], [word]))
    parts = []
    places = []
    at = 0
    for line in in_columns([sorted(line, key=lambda word: word[1]) for _, _, line in lines]):
        end = None
        for word in line:
            chars, left, right, low, high = word
            gap = '' if end is None else '  ' if left - end > 1.5 * (high - low) else ' '
            at += len(gap)
            places.append((at, at + len(chars), word))
            at += len(chars)
            parts.append(gap + chars)
            end = right
        parts.append('\n')
        at += 1
    return ''.join(parts)[:-1], places


def in_columns(lines):
    if len(lines) > MOST_LINES:
        return lines
    # Here, heights count upwards.
    rows = [[(word[0], word, (word[1], -word[4], word[2], -word[3])) for word in line] for line in lines]
    return [[word for _, word, _ in row] for row in columned(rows)]
