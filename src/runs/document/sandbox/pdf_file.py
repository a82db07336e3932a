"""Reads the pages of a PDF: their text layer and filled-in values, or, if they are pictures, the recognised text."""

import time

import pypdfium2
import pypdfium2.raw as raw

from forms import lines_of_fields
from layer import MAX_CHARACTERS, layer_of, placed
from pictures import MAX_PIXELS, Unreadable
from recognition import recognise
from xfa import lines_of_xfa

MAX_PAGES = 50
MAX_RECOGNISED_PAGES = 8
# A page with a large picture and fewer characters than this is a scan. A scan may contain some text, such as the scanning
# app's name.
FEW_SIGNS = 100
LARGE_PART = 0.5
NOT_READ = {'text': '', 'source': 'none', 'confidence': 0, 'words': []}


def read_pdf(data, until):
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise Unreadable('encrypted' if 'assword' in str(error) else 'damaged') from None
    count = len(document)
    if count == 0:
        raise Unreadable('empty')
    form = document.get_formtype()
    if form != raw.FORMTYPE_NONE:
        document.init_forms()
    pages = []
    left = MAX_CHARACTERS
    recognised = 0
    damaged = 0
    for number in range(min(count, MAX_PAGES)):
        may_recognise = recognised < MAX_RECOGNISED_PAGES and time.monotonic() < until
        try:
            page = read_page(document, number, left, until if may_recognise else None)
        except pypdfium2.PdfiumError:
            damaged += 1
            page = None
        recognised += page is not None and page['source'] == 'ocr'
        pages.append(page or dict(NOT_READ))
        left -= len(pages[-1]['text'])
    if damaged == len(pages):
        raise Unreadable('damaged')
    if form == raw.FORMTYPE_XFA_FULL:
        # The only page of such a file asks the reader to wait for a viewer that can show the others.
        pages[0]['text'] = '\n'.join([pages[0]['text'], *lines_of_xfa(document)])[:MAX_CHARACTERS].lstrip('\n')
    unread = sum(page['source'] == 'none' for page in pages)
    return {
        'kind': 'pdf',
        'pages': pages,
        'left_out': unread + max(0, count - MAX_PAGES),
        'unread_form': form in (raw.FORMTYPE_XFA_FULL, raw.FORMTYPE_XFA_FOREGROUND),
    }


def read_page(document, number, left, until):
    """Reads a page. Returns None if it must be recognised but there is no time or capacity for that (`until` is None)."""
    page = document[number]
    text, places, differing = layer_of(page, document.formenv)
    text = text[:left]
    signs = len(''.join(text.split()))
    if not is_scan(page, signs):
        found = {'text': text, 'source': 'text', 'confidence': 1, 'differing': differing}
        return found | placed(page, places, len(text))
    if until is None:
        return None
    found = recognise(render(page), until)
    # Field values are stored exactly, so they are read directly instead of being rendered and recognised.
    filled = lines_of_fields(page, document.formenv)
    if filled:
        found['text'] = '\n'.join([found['text'].rstrip('\n'), *filled])[:left]
    return found


def is_scan(page, signs):
    """Returns whether a page's writing is in a picture."""
    if signs >= FEW_SIGNS:
        return False
    width, height = page.get_size()
    kinds = (raw.FPDF_PAGEOBJ_IMAGE,) if signs >= 8 else (raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_PATH)
    for found in page.get_objects(filter=kinds, max_depth=3):
        if signs < 8:
            return True
        start, bottom, end, top = found.get_bounds()
        if (end - start) * (top - bottom) >= LARGE_PART * width * height:
            return True
    return False


def render(page):
    width, height = page.get_size()
    scale = min(300 / 72, (MAX_PIXELS / max(1, width * height)) ** 0.5, 6_000 / max(1, width, height))
    return page.render(scale=scale, grayscale=True, may_draw_forms=False, draw_annots=False).to_pil()
