"""Joins the cells of an amount such as 1,200 that was written without quotes in a file of commas."""

import re

_FIRST = re.compile(r'\(?[+-]?(?:₹|rs\.? ?|\$)?\d{1,3}', re.I)
_MIDDLE = re.compile(r'\d{2,3}')
_LAST = re.compile(r'\d{3}(?:\.\d+)?\)?(?: ?(?:cr|dr|%|/-))?', re.I)


def rejoined(cells, width):
    """Returns the cells with the parts of an amount joined so that there are `width` of them; None if that is not possible in
    exactly one way."""
    size = len(cells) - width + 1
    if size < 2:
        return None
    ways = [at for at in range(width) if _is_amount([cell.strip() for cell in cells[at:at + size]])]
    if len(ways) != 1:
        return None
    at = ways[0]
    return [*cells[:at], ','.join(cell.strip() for cell in cells[at:at + size]), *cells[at + size:]]


def _is_amount(parts):
    whole = _FIRST.fullmatch(parts[0]) and _LAST.fullmatch(parts[-1]) and all(_MIDDLE.fullmatch(part) for part in parts[1:-1])
    return bool(whole) and len({len(part) for part in parts[1:-1]}) <= 1


def width_of_names(sample, width):
    """Returns the number of names if the first row has fewer cells than the others only because their amounts were split;
    otherwise `width`. `sample` are the filled rows from the header on."""
    names = sample[0]
    if not 1 < len(names) < width or not all(name.strip() for name in names):
        return width
    wide = [row for row in sample[1:] if len(row) > len(names)]
    return len(names) if wide and all(rejoined(row, len(names)) for row in wide) else width
