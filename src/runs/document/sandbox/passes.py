"""Runs single passes of recognition over a picture."""

import scripts
from codes import is_code, settled
from coverage import gaps_of, inked
from rows import rows_of
from rupees import DOUBTFUL, is_doubtful, is_sum, signed

# Minimum confidence for a word. Below that it is a guess, and its digits would be made up.
LEAST_CONFIDENCE = 30
# Maximum time for one pass.
PASS_SECONDS = 12
# How Tesseract distinguishes ink from paper: with one threshold for the whole page (Otsu) or one for each neighbourhood
# (Sauvola). On a picture that is not evenly lit, a single threshold loses the rows in a shadow; on an empty part of an evenly lit
# one, Sauvola takes noise for ink.
WHOLE_PAGE, NEIGHBOURHOOD = '0', '2'
# Page segmentation modes of Tesseract: find blocks first, or read each row across the whole page. Blocks cut tables into columns,
# in which single digits are lost. The third reads a picture of a single line.
BLOCKS, ROWS, LINE = 3, 4, 7
# Minimum number of letters and digits in a word that is left out as a guess and counts as unread writing.
LEAST_LOST = 2

_engines = {}


def engine(languages=None):
    """Returns the recogniser for some languages. Without them, for English, Hindi, and the language of the page if it is another
    one (see scripts.py)."""
    languages = languages or ('eng+hin' if scripts.found is None else f'eng+{scripts.found}')
    if languages not in _engines:
        import tesserocr

        path = scripts.folder()
        api = tesserocr.PyTessBaseAPI(path=path, lang=languages, psm=tesserocr.PSM.AUTO, oem=tesserocr.OEM.LSTM_ONLY)
        api.SetVariable('debug_file', '/dev/null')
        _engines[languages] = api
    return _engines[languages]


def page_of(image, budget, threshold=WHOLE_PAGE, layout=ROWS, seconds=PASS_SECONDS, languages=None):
    """Runs one recognition pass. Returns lines of words, each word's confidence, the share of unread writing,
    and whether the pass was cut short."""
    import tesserocr

    api = engine(languages)
    api.SetVariable('thresholding_method', threshold)
    api.SetPageSegMode(layout)
    api.SetImage(image)
    api.SetSourceResolution(300)
    # Pictures without any writing take longest. A page of writing needs only a fraction of this limit.
    was_cut = not api.Recognize(round(budget.by_clock(seconds) * 1000))
    budget.fell_short = budget.fell_short or was_cut
    blocks = [[[]]]
    lost = []
    guesses = []
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
        is_last = word.IsAtFinalElement(tesserocr.RIL.TEXTLINE, level)
        before = '' if is_last else chars
        if chars:
            total += confidence * len(chars)
            weight += len(chars)
            if confidence >= LEAST_CONFIDENCE or is_code(chars) or is_sum(chars):
                blocks[-1][-1].append((chars, confidence, word.BoundingBox(level)))
            elif sum(char.isalnum() for char in chars) >= LEAST_LOST:
                guesses.append(word.BoundingBox(level))
        if is_last:
            lost += beside(guesses, blocks[-1][-1])
            guesses = []
        if word.IsAtFinalElement(tesserocr.RIL.BLOCK, level):
            blocks.append([[]])
        elif is_last:
            blocks[-1].append([])
    rows = rows_of(blocks)
    gaps = gaps_of(image, inked(rows), lost)
    return text_of(rows) | {
        'source': 'ocr',
        'confidence': round(total / weight / 100, 2) if weight else 0,
        'rows': rows,
        'unread': round(gaps.share, 2),
        'unread_areas': gaps.areas,
        'lost': lost,
        'cut': was_cut,
    }


def beside(guesses, line):
    """Returns the boxes of the guesses that have the height of a line's words, and therefore probably belong
    to it."""
    heights = [box[3] - box[1] for _, _, box in line if box]
    return [box for box in guesses if heights and min(heights) / 1.5 <= box[3] - box[1] <= 1.5 * max(heights)]


def text_of(rows):
    """Joins rows of words into a text. Returns it with the place, confidence and box of each word."""
    text = ''
    words = []
    boxes = []
    for row in rows:
        for chars, confidence, box in row:
            words.append([len(text), len(text) + len(chars), round(confidence / 100, 2)])
            boxes.append(box)
            text += chars + ' '
        text = text[:-1] + '\n'
    return {'text': text, 'words': words, 'boxes': boxes}


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
