"""Recognises English and Hindi writing in pictures."""

from budget import Budget
from codes import is_code, settled
from coverage import unread_share
from pictures import lit, sized, straight
from rupees import DOUBTFUL, is_doubtful, is_sum, signed
from sheet import sheet_of

# Minimum confidence for a word. Below that it is a guess, and its digits would be made up.
LEAST_CONFIDENCE = 30
POOR = 60
# If a photo's confidence is below this, it is read again after cutting out the sheet and correcting the perspective.
SURE = 90
# If a page's share of unread writing is above this, the page is read again.
MUCH_UNREAD = 0.1
# Maximum time for further passes over a page that reads poorly.
PAGE_SECONDS = 8
# Maximum wall time for the last page that is begun before the deadline.
LAST_PAGE_SECONDS = 28
PASS_SECONDS = 12
# Maximum time to try one orientation. A page of writing needs only a moment, but noise could take forever.
TURN_SECONDS = 1.5
TESSDATA = ('/usr/share/tesseract-ocr/5/tessdata', '/usr/share/tesseract-ocr/4.00/tessdata')
# How Tesseract distinguishes ink from paper: with one threshold for the whole page (Otsu) or one for each neighbourhood
# (Sauvola). With a single threshold, rows in a shadow are lost.
WHOLE_PAGE, NEIGHBOURHOOD = '0', '2'


def recognise(image, until):
    """Reads a page as well as possible: first straightened, and then in other ways if a part of it was not read."""
    import PIL.ImageOps

    budget = Budget(until + LAST_PAGE_SECONDS)
    base = PIL.ImageOps.autocontrast(sized(image), cutoff=1)
    best = read_as(straight(base), budget)
    budget.limit(PAGE_SECONDS)
    if is_poor(best[0]) and budget.is_left():
        turn = upright(base, budget)
        if turn is not None:
            base = base.transpose(turn)
            best = better(best, read_as(straight(base), budget))
    if not is_good(best[0], SURE) and budget.is_left():
        sheet = sheet_of(base)
        if sheet is not None:
            turn = upright(sheet, budget) if is_poor(best[0]) else None
            best = better(best, read_as(straight(sized(sheet if turn is None else sheet.transpose(turn))), budget))
    if not best[0]['words']:
        return best[0]
    for way in (read_lit, read_by_one_threshold, read_smoothed):
        if is_good(best[0]) or not budget.is_left():
            break
        best = better(best, way(best[1], budget))
    return best[0]


def read_as(view, budget):
    """Returns a reading: the page as read, and the picture from which it was read."""
    return page_of(view, budget), view


def read_lit(view, budget):
    return read_as(lit(view), budget)


def read_by_one_threshold(view, budget):
    return page_of(view, budget, WHOLE_PAGE), view


def read_smoothed(view, budget):
    import PIL.ImageFilter

    return read_as(view.filter(PIL.ImageFilter.MedianFilter(3)), budget)


def better(one, other):
    """Returns the better of two readings."""
    return other if worth(other[0]) > worth(one[0]) else one


def is_good(page, least=POOR):
    return page['confidence'] >= least / 100 and page['unread'] <= MUCH_UNREAD


def is_poor(page):
    return page['confidence'] < POOR / 100


def upright(image, budget):
    """Returns the rotation with which a sideways or upside-down page reads better; None if it is already upright."""
    import PIL.Image

    small = image.copy()
    small.thumbnail((1_300, 1_300))
    turns = (PIL.Image.Transpose.ROTATE_180, PIL.Image.Transpose.ROTATE_90, PIL.Image.Transpose.ROTATE_270)
    return max((None, *turns), key=lambda turn: worth(read_turned(small, turn, budget)))


def read_turned(small, turn, budget):
    return page_of(small if turn is None else small.transpose(turn), budget, seconds=TURN_SECONDS)


def worth(page):
    return page['confidence'] * sum(end - start for start, end, _ in page['words'])


_api = None


def engine():
    global _api
    if _api is None:
        import os

        import tesserocr

        path = next(path for path in TESSDATA if os.path.exists(f'{path}/eng.traineddata'))
        _api = tesserocr.PyTessBaseAPI(
            path=path, lang='eng+hin', psm=tesserocr.PSM.AUTO, oem=tesserocr.OEM.LSTM_ONLY
        )
        _api.SetVariable('debug_file', '/dev/null')
    return _api


def page_of(image, budget, threshold=NEIGHBOURHOOD, seconds=PASS_SECONDS):
    """Makes one recognition pass. Returns lines of words, each word's confidence, and the share of unread writing."""
    import tesserocr

    api = engine()
    api.SetVariable('thresholding_method', threshold)
    api.SetImage(image)
    api.SetSourceResolution(300)
    # Pictures without any writing take longest. A page of writing needs only a fraction of this limit.
    api.Recognize(round(budget.by_clock(seconds) * 1000))
    text = ''
    words = []
    boxes = []
    total = weight = 0
    before = ''
    signs = iter(signs_of_words(api))
    iterator = api.GetIterator()
    level = tesserocr.RIL.WORD
    for word in tesserocr.iterate_level(iterator, level) if iterator is not None else ():
        of_signs = next(signs, [])
        try:
            chars = word.GetUTF8Text(level)
        except RuntimeError:
            continue
        read = settled(' '.join((chars or '').split()))
        chars = signed(read, before)
        # The confidence for the replaced character says nothing about the sum after it.
        confidence = word.Confidence(level) if chars.endswith(read) else min(of_signs[1:], default=0)
        if is_doubtful(chars, before, of_signs):
            confidence = min(confidence, DOUBTFUL)
        before = '' if word.IsAtFinalElement(tesserocr.RIL.TEXTLINE, level) else chars
        if chars:
            total += confidence * len(chars)
            weight += len(chars)
            if confidence >= LEAST_CONFIDENCE or is_code(chars) or is_sum(chars):
                words.append([len(text), len(text) + len(chars), round(confidence / 100, 2)])
                boxes.append(word.BoundingBox(level))
                text += chars
                text += '\n' if word.IsAtFinalElement(tesserocr.RIL.TEXTLINE, level) else ' '
                continue
        if word.IsAtFinalElement(tesserocr.RIL.TEXTLINE, level) and text and text[-1] != '\n':
            text = text[:-1] + '\n' if text[-1] == ' ' else text + '\n'
    return {
        'text': text,
        'source': 'ocr',
        'confidence': round(total / weight / 100, 2) if weight else 0,
        'words': words,
        'unread': round(unread_share(image, [box for box in boxes if box]), 2),
    }


def signs_of_words(api):
    """Lists the confidence of each character, word by word."""
    import tesserocr

    words = []
    iterator = api.GetIterator()
    level = tesserocr.RIL.SYMBOL
    for sign in tesserocr.iterate_level(iterator, level) if iterator is not None else ():
        if sign.IsAtBeginningOf(tesserocr.RIL.WORD):
            words.append([])
        if words:
            words[-1].append(sign.Confidence(level))
    return words
