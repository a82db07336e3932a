"""Reads a document inside the sandbox: the text layer of a PDF, or what can be recognised in an image.

Takes /tmp/document, with codes.py beside it, and leaves /tmp/read.json: {"kind", "pages": [{"text", "source", "confidence", "words"}], "left_out"},
or {"error"}. A word is [start, end, confidence], in code points of its page's text; of a text layer there are none.
"""

import io
import json
import time

from codes import is_code, settled

MAX_PAGES = 50
MAX_RECOGNISED_PAGES = 8
MAX_PIXELS = 25_000_000
MAX_CHARACTERS = 400_000
# Below this a word is a guess, and its digits would be made up.
LEAST_CONFIDENCE = 30
POOR = 60
# Beyond its first pass a page that reads poorly gets no more than this.
PAGE_SECONDS = 8
PASS_SECONDS = 12
# The height of an A4 page at 300 dots an inch is 3508.
TARGET_SIDE = 2600
TESSDATA = ('/usr/share/tesseract-ocr/5/tessdata', '/usr/share/tesseract-ocr/4.00/tessdata')


class Unreadable(Exception):
    """Why nothing can be read, in one word."""


def read(data, seconds):
    until = time.monotonic() + seconds
    if data[:1024].lstrip().startswith(b'%PDF-') or b'%PDF-' in data[:1024]:
        return read_pdf(data, until)
    return read_image(data, until)


# --- PDF ---------------------------------------------------------------------------------------------------------------


def read_pdf(data, until):
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise Unreadable('encrypted' if 'assword' in str(error) else 'damaged') from None
    count = len(document)
    if count == 0:
        raise Unreadable('empty')
    pages = []
    left = MAX_CHARACTERS
    recognised = 0
    left_out = max(0, count - MAX_PAGES)
    for number in range(min(count, MAX_PAGES)):
        page = document[number]
        text = layer_of(page)[:left]
        if len(''.join(text.split())) >= 8 or not has_picture(page):
            pages.append({'text': text, 'source': 'text', 'confidence': 1, 'words': []})
        elif recognised < MAX_RECOGNISED_PAGES and time.monotonic() < until:
            recognised += 1
            pages.append(recognise(render(page), until))
        else:
            left_out += 1
            pages.append({'text': '', 'source': 'none', 'confidence': 0, 'words': []})
        left -= len(pages[-1]['text'])
    return {'kind': 'pdf', 'pages': pages, 'left_out': left_out}


def has_picture(page):
    """Whether there is anything on the page that may be writing."""
    import pypdfium2.raw as raw

    return any(True for _ in page.get_objects(filter=(raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_PATH), max_depth=3))


def render(page):
    width, height = page.get_size()
    scale = min(300 / 72, (MAX_PIXELS / max(1, width * height)) ** 0.5, 6_000 / max(1, width, height))
    return page.render(scale=scale, grayscale=True).to_pil()


def layer_of(page):
    """The text layer as lines: what stands at one height is one line, wherever it stands in the file."""
    import ctypes

    import pypdfium2.raw as raw

    textpage = page.get_textpage()
    count = min(textpage.count_chars(), MAX_CHARACTERS)
    edges = [ctypes.c_double() for _ in range(4)]
    signs = []
    for at in range(count):
        code = raw.FPDFText_GetUnicode(textpage, at)
        if code in (0, 10, 13, 0xFFFE, 0xFFFF) or 0xD800 <= code < 0xE000:
            continue
        if not raw.FPDFText_GetCharBox(textpage, at, *edges):
            continue
        left, right, bottom, top = (edge.value for edge in edges)
        signs.append((chr(code), left, right, bottom, top))
    return '\n'.join(lines_of(words_of(signs)))


def words_of(signs):
    """Runs of signs that follow each other without a gap: [text, left, right, middle, height]."""
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
            if level and -0.5 * size < left - end < 0.3 * size:
                current[0] += char
                current[2] = max(end, right)
                current[3] = min(low, bottom)
                current[4] = max(high, top)
                continue
        current = [char, left, right, bottom, top]
        words.append(current)
    return words


def lines_of(words):
    """Words by height and then from left to right; a wide gap becomes two spaces."""
    lines = []
    for word in sorted(words, key=lambda word: -(word[3] + word[4])):
        middle = (word[3] + word[4]) / 2
        if lines and lines[-1][0] < middle < lines[-1][1]:
            lines[-1][2].append(word)
        else:
            lines.append((word[3], word[4], [word]))
    for _, _, line in lines:
        line.sort(key=lambda word: word[1])
        text = ''
        end = None
        for chars, left, right, low, high in line:
            if end is not None:
                text += '  ' if left - end > 1.5 * (high - low) else ' '
            text += chars
            end = right
        yield text


# --- images ------------------------------------------------------------------------------------------------------------


def read_image(data, until):
    import PIL.Image
    import PIL.ImageOps

    PIL.Image.MAX_IMAGE_PIXELS = MAX_PIXELS
    try:
        image = PIL.Image.open(io.BytesIO(data), formats=('PNG', 'JPEG', 'TIFF', 'WEBP', 'BMP', 'GIF'))
    except PIL.UnidentifiedImageError:
        raise Unreadable('unknown') from None
    except PIL.Image.DecompressionBombError:
        raise Unreadable('large') from None
    frames = getattr(image, 'n_frames', 1)
    pages = []
    for number in range(min(frames, MAX_RECOGNISED_PAGES)):
        try:
            image.seek(number)
            if image.width * image.height > MAX_PIXELS:
                raise Unreadable('large')
            frame = PIL.ImageOps.exif_transpose(image)
            pages.append(recognise(flat(frame), until))
        except (OSError, SyntaxError, ValueError):
            if not pages:
                raise Unreadable('damaged') from None
            break
        if time.monotonic() > until:
            break
    return {'kind': 'image', 'pages': pages, 'left_out': frames - len(pages)}


def flat(image):
    """In shades of grey, on white where it was transparent."""
    import PIL.Image

    if image.mode in ('RGBA', 'LA', 'PA') or 'transparency' in image.info:
        image = image.convert('RGBA')
        ground = PIL.Image.new('RGBA', image.size, 'white')
        ground.alpha_composite(image)
        image = ground
    return image.convert('L')


def recognise(image, until):
    """The page as it reads best: straightened first, then turned and smoothed where it reads poorly."""
    import PIL.ImageFilter
    import PIL.ImageOps

    image = PIL.ImageOps.autocontrast(sized(image), cutoff=1)
    image = straight(image)
    best = page_of(image)
    until = min(until, time.monotonic() + PAGE_SECONDS)
    if best['confidence'] >= POOR / 100 or time.monotonic() > until:
        return best
    turn = upright(image)
    if turn is not None:
        image = image.transpose(turn)
    else:
        image = image.filter(PIL.ImageFilter.MedianFilter(3))
    other = page_of(image)
    return other if worth(other) > worth(best) else best


def upright(image):
    """The turn by which a page that lies on its side or head reads better; None where it stands already."""
    import PIL.Image

    small = image.copy()
    small.thumbnail((1_300, 1_300))
    turns = (PIL.Image.Transpose.ROTATE_180, PIL.Image.Transpose.ROTATE_90, PIL.Image.Transpose.ROTATE_270)
    best = max((None, *turns), key=lambda turn: worth(page_of(small if turn is None else small.transpose(turn))))
    return best


def worth(page):
    return page['confidence'] * sum(end - start for start, end, _ in page['words'])


def sized(image):
    """Letters of a small picture are made as tall as recognition wants them."""
    import PIL.Image

    side = max(image.size)
    if side == 0:
        raise Unreadable('empty')
    scale = TARGET_SIDE / side
    if 0.8 < scale < 1.25:
        return image
    scale = min(scale, 4)
    size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
    return image.resize(size, PIL.Image.Resampling.LANCZOS)


def straight(image):
    """Turned by the angle, up to 8 degrees, at which its lines of writing stand out most."""
    import numpy
    import PIL.Image

    small = image.copy()
    small.thumbnail((700, 700))
    ink = PIL.Image.fromarray(255 - numpy.asarray(small))

    def sharpness(angle):
        rows = numpy.asarray(ink.rotate(angle, resample=PIL.Image.Resampling.BILINEAR), dtype=float).sum(axis=1)
        return float(((rows[1:] - rows[:-1]) ** 2).sum())

    best = max((step / 2 for step in range(-16, 17)), key=sharpness)
    best = max((best + step / 8 for step in range(-3, 4)), key=sharpness)
    if abs(best) < 0.2 or sharpness(best) < 1.1 * sharpness(0):
        return image
    return image.rotate(best, resample=PIL.Image.Resampling.BICUBIC, expand=True, fillcolor=255)


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


def page_of(image):
    """One pass of recognition: lines of words, and how sure each of them is."""
    import tesserocr

    api = engine()
    api.SetImage(image)
    api.SetSourceResolution(300)
    # What is no writing at all takes longest; a page of writing is done in a fraction of this.
    api.Recognize(round(PASS_SECONDS * 1000))
    text = ''
    words = []
    total = weight = 0
    iterator = api.GetIterator()
    level = tesserocr.RIL.WORD
    for word in tesserocr.iterate_level(iterator, level) if iterator is not None else ():
        try:
            chars = word.GetUTF8Text(level)
        except RuntimeError:
            continue
        chars = settled(' '.join((chars or '').split()))
        confidence = word.Confidence(level)
        if chars:
            total += confidence * len(chars)
            weight += len(chars)
            if confidence >= LEAST_CONFIDENCE or is_code(chars):
                words.append([len(text), len(text) + len(chars), round(confidence / 100, 2)])
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
    }


def main(source, target, seconds):
    with open(source, 'rb') as file:
        data = file.read()
    try:
        outcome = read(data, seconds)
    except Unreadable as reason:
        outcome = {'error': str(reason)}
    with open(target, 'w', encoding='utf-8') as file:
        json.dump(outcome, file, ensure_ascii=False)


if __name__ == '__main__':
    main('/tmp/document', '/tmp/read.json', 30)
