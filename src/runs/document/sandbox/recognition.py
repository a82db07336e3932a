"""Recognises English and Hindi writing in pictures."""

import scripts
import second
from budget import Budget
from cells import completed
from codes import is_nearer, settled
from coverage import gaps_of, ink_in, inked
from hand import handwritten
from passes import BLOCKS, LINE, NEIGHBOURHOOD, page_of, text_of
from pictures import lit, sized, straight, unruled
from columns import columned
from rupees import DOUBTFUL, is_cut
from sheet import sheet_of
from unread import places_of, with_line, words_in
from view import View

# Confidence below which a page or a line counts as poorly read.
POOR = 60
# If a cut-out sheet reads with less than this confidence, or with more of its writing unread, the whole photo is read, too.
SURE, MUCH_OF_SHEET = 80, 0.05
# If a page's share of unread writing is above this, the page is read again.
MUCH_UNREAD = 0.03
# Maximum time for further passes over a poorly read page. A page of writing needs less than half of it, so that the result is the
# same on every machine; only marks that merely look like writing take longer.
PAGE_SECONDS = 12
# Maximum wall time for the last page that is begun before the deadline.
LAST_PAGE_SECONDS = 28
# Minimum confidence of a word with several digits on which both engines agree.
AGREED = 75
# Maximum time for the second reading of words.
SECOND_SECONDS = 12
# Maximum time to try one orientation. A page of writing needs only a moment, but noise could take forever.
TURN_SECONDS = 1.5
# Maximum time for one missed line.
LINE_SECONDS = 1
# Distance from the edge of the picture at which a word may be cut off, as a share of its height.
AT_SIDE = 0.5
# Margin around a word that is read by itself, as a share of its height.
EDGE = 0.2
# Minimum number of letters and digits in a line that only the second engine read. A pen stroke looks like one or two.
LEAST_SIGNS = 4


def recognise(image, until):
    """Reads a page as well as possible: first straightened, and then in other ways if a part of it was not read."""
    import PIL.ImageOps

    budget = Budget(until + LAST_PAGE_SECONDS)
    scripts.found = None
    whole = sized(View(image))
    whole = whole.same(PIL.ImageOps.autocontrast(whole.image, cutoff=1))
    sheet = sheet_of(whole)
    base = whole if sheet is None else sized(sheet)
    view = straight(base)
    best = read_rows(view, budget)
    budget.limit(PAGE_SECONDS)
    if is_poor(best[0]) and budget.is_left() and scripts.detect(base.image):
        best = better(best, read_rows(view, budget))
    trial = budget.trial()
    if is_poor(best[0]) and budget.is_left():
        turn = upright(base.image, trial)
        if turn is not None:
            base, whole = base.turned(turn), whole.turned(turn)
            view = straight(base)
            best = better(best, read_rows(view, budget))
    if sheet is not None and not is_good(best[0], SURE, MUCH_OF_SHEET) and budget.is_left():
        # The area that looked like the sheet may have been only a part of it.
        other = straight(whole)
        found = read_rows(other, budget)
        if better(best, found) is found:
            best, view = found, other
    if best[0]['words']:
        for way in (read_lit, read_smoothed, read_blocks):
            if is_good(best[0]) or not budget.is_left():
                break
            best = better(best, way(view, budget))
    # Only upright writing reads well, so if this page does, rotating it could not have improved the
    # result.
    budget.fell_short = budget.fell_short or (trial.fell_short and is_poor(best[0]))
    best = filled(*best, budget)
    budget.limit(SECOND_SECONDS)
    return finished(*best, image.size, budget)


def finished(page, view, size, budget):
    """Compares a page's digits with a second reading, and returns it with all places on the displayed page,
    not in the view."""
    rows = page['rows']
    page = {name: page[name] for name in ('source', 'confidence', 'unread', 'unread_areas')}
    rows = guessed(twice(rows, view.image, budget), page['unread_areas'], view.image, budget)
    words = [(chars, box) for row in rows for chars, _, box in row if box]
    hand = handwritten(view.image, words)
    unsure = [*hand, *(box for row in rows for _, _, box in row if box and at_side(box, view.image))]
    rows = [[(chars, min(confidence, DOUBTFUL) if box in unsure else confidence, box) for chars, confidence, box in row] for row in rows]
    page |= text_of(columned(rows))
    return page | {
        'hurried': budget.fell_short,
        'size': list(size),
        'boxes': [view.on_page(box) if box else None for box in page['boxes']],
        'unread_areas': [view.on_page(area) for area in page['unread_areas']],
        'handwriting': [view.on_page(box) for box in hand],
    }


def at_side(box, image):
    """Returns whether a word is at the edge of the picture, where a part of it may be cut off."""
    edge = (box[3] - box[1]) * AT_SIDE
    return box[0] < edge or box[2] > image.width - edge


def twice(rows, image, budget):
    """Reads words with digits again, and lost cells. Returns the rows with a low confidence for words that
    the two readings disagree on."""
    if not second.is_available():
        return rows
    rows = [joined(row, image, budget) for row in rows]
    places, are_more = second.wanted(rows)
    budget.fell_short = budget.fell_short or are_more
    again = {}
    for nth, at in places:
        if not budget.is_left():
            break
        again[nth, at] = word_read_again(*rows[nth][at], image, budget)
    found = [[again.get((nth, at)) or unread_again(*word) for at, word in enumerate(row)] for nth, row in enumerate(rows)]
    whole = completed(found, lambda box: read_cell(image, box, budget))
    return [in_hindi([word[:3] for word in row], image, budget) for row in whole]


def unread_again(chars, confidence, box):
    """Returns a word that only the first engine read. A digit that this engine misread has gone unnoticed."""
    return chars, min(confidence, DOUBTFUL) if second.is_comparable(chars) else confidence, box, None


def word_read_again(chars, confidence, box, image, budget):
    """Returns a word after a second reading: its characters, confidence and box, and the second engine's
    reading."""
    other = second.read_again(image, box)
    if second.is_comparable(chars):
        other = settled(other)
        chars, same = second.compared(chars, other)
        if not same and is_nearer(other, chars) and read_alone(image, box, budget) == second.plain(other):
            chars, same = other, True
        return chars, max(confidence, AGREED) if same else min(confidence, DOUBTFUL), box, other
    if second.is_mixed(chars):
        if second.is_latin(other):
            chars, confidence = other, DOUBTFUL if second.is_comparable(other) else AGREED
        return chars, confidence, box, other
    same = second.has_same_letters(chars, other)
    return chars, max(confidence, AGREED) if same else min(confidence, DOUBTFUL), box, None


def in_hindi(row, image, budget):
    """Returns a row in which doubtful Latin words beside words in Devanagari are read again in Hindi alone.
    With both languages, recognition often takes a short word in Devanagari for a Latin one."""
    words = list(row)
    for at, (chars, confidence, box) in enumerate(row):
        beside = [other[0] for other in row[max(0, at - 1) : at + 2] if other[0] != chars]
        if not box or confidence > DOUBTFUL or not second.is_latin(chars) or not any(map(second.is_devanagari, beside)):
            continue
        if second.is_comparable(chars) or not budget.is_left():
            continue
        page = page_of(image.crop(with_edge(box)), budget, NEIGHBOURHOOD, LINE, LINE_SECONDS, 'hin')
        read = ' '.join(page['text'].split())
        if page['confidence'] >= POOR / 100 and second.is_devanagari(read):
            words[at] = read, 100 * page['confidence'], box
    return words


def with_edge(box):
    left, top, right, bottom = box
    edge = round((bottom - top) * EDGE)
    return left - edge, top - edge, right + edge, bottom + edge


def guessed(rows, areas, image, budget):
    """Adds what only the second engine reads. It remains doubtful, and its places count as unread."""
    for place in places_of(areas, rows, image.size) if second.is_available() else ():
        if not budget.is_left():
            break
        read = second.read_again(image, place)
        if second.is_latin(read) and len(second.plain(read)) >= LEAST_SIGNS:
            rows = with_line(rows, words_in(read, place, DOUBTFUL))
    return rows


def read_alone(image, box, budget):
    """Returns the letters and digits of a word as the first engine reads them without the words around it;
    empty if doubtful."""
    page = page_of(image.crop(with_edge(box)), budget, NEIGHBOURHOOD, LINE, LINE_SECONDS)
    return second.plain(settled(page['text'].strip())) if page['confidence'] >= POOR / 100 else ''


def read_cell(image, box, budget):
    """Returns the second engine's reading of a part of the picture, and the box around the ink there."""
    place = ink_in(image, box)
    if place is None or not budget.is_left():
        return '', box
    return second.read_again(image, place), place


def joined(row, image, budget):
    """Joins parts of a sum that the first engine separated (`8,607. 38`) if the second one reads them as one word."""
    words = []
    for chars, confidence, box in row:
        if words and box and words[-1][2] and is_cut(words[-1][0], chars) and budget.is_left():
            before, least, place = words[-1]
            around = (place[0], min(place[1], box[1]), box[2], max(place[3], box[3]))
            if box[0] - place[2] < place[3] - place[1] and second.read_again(image, around) == before + chars:
                words[-1] = before + chars, min(least, confidence), around
                continue
        words.append((chars, confidence, box))
    return words


def read_rows(view, budget):
    """Returns a reading of a page, evenly lit and without the lines of tables: the page as read, and the view
    from which it was read."""
    plain = view.same(unruled(view.image))
    return page_of(plain.image, budget), plain


def read_blocks(view, budget):
    return page_of(view.image, budget, NEIGHBOURHOOD, BLOCKS), view


def read_lit(view, budget):
    even = view.same(lit(view.image))
    return page_of(even.image, budget, NEIGHBOURHOOD), even


def read_smoothed(view, budget):
    import PIL.ImageFilter

    return read_rows(view.same(view.image.filter(PIL.ImageFilter.MedianFilter(3))), budget)


def filled(page, view, budget):
    """Reads the lines that a pass missed, each by itself. Returns the completed page and its view."""
    rows = page['rows']
    for place in places_of(page['unread_areas'], rows, view.image.size):
        if not budget.is_left():
            break
        line = page_of(view.image.crop(place), budget, layout=LINE, seconds=LINE_SECONDS)
        words = [
            (chars, confidence, moved(box, place)) for row in line['rows'] for chars, confidence, box in row if box is not None
        ]
        if words and line['confidence'] >= POOR / 100 and not line['cut']:
            rows = with_line(rows, words)
    if rows is page['rows']:
        return page, view
    gaps = gaps_of(view.image, inked(rows), page['lost'])
    return page | {'rows': rows, 'unread': round(gaps.share, 2), 'unread_areas': gaps.areas}, view


def moved(box, place):
    return box[0] + place[0], box[1] + place[1], box[2] + place[0], box[3] + place[1]


def better(one, other):
    """Returns the better of two readings. Unread writing counts as much as read writing."""
    return other if merit(other[0]) > merit(one[0]) else one


def merit(page):
    return worth(page) * (1 - page['unread'])


def is_good(page, least=POOR, most_unread=MUCH_UNREAD):
    return page['confidence'] >= least / 100 and page['unread'] <= most_unread


def is_poor(page):
    return page['confidence'] < POOR / 100 or worth(page) < 0.5 * worth(page, sideways=True)


def upright(image, budget):
    """Returns the rotation with which a sideways or upside-down page reads better; None if it is already upright."""
    import PIL.Image

    small = image.copy()
    small.thumbnail((1_300, 1_300))
    turns = (PIL.Image.Transpose.ROTATE_180, PIL.Image.Transpose.ROTATE_90, PIL.Image.Transpose.ROTATE_270)
    return max((None, *turns), key=lambda turn: worth(read_turned(small, turn, budget)))


def read_turned(small, turn, budget):
    return page_of(lit(small if turn is None else small.transpose(turn)), budget, seconds=TURN_SECONDS)


def worth(page, sideways=False):
    """Returns a measure of how much was read. The engine also reads vertical lines, which count only with
    `sideways`."""
    return page['confidence'] * sum(
        end - start
        for (start, end, _), box in zip(page['words'], page['boxes'])
        if sideways or not box or end - start < 3 or box[3] - box[1] < 1.5 * (box[2] - box[0])
    )
