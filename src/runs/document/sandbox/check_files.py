"""Opens the files of a document inside the sandbox, counts their pages and refuses what cannot be read or drawn.

Reads /tmp/files.json, a list of {"name", "format"}, and writes /tmp/checked.json: {"pages": [{"part", "index", "width",
"height"}]}, or {"error": reason, "part"}. A page's size is in pixels of a picture, or in points of a PDF.
"""

import io
import json
import re
import resource
import zlib

MAX_PIXELS = 25_000_000
MAX_PAGES = 50
# The data segment of this program. A file that needs more memory is a bomb.
MEMORY = 400 * 1024 * 1024
# Enough to parse a page's content as a whole; its appearance does not matter.
DOTS_PER_POINT = 0.3
# Number of bytes that are searched for scripts.
SEARCHED = 32 * 1024 * 1024
SCRIPT = re.compile(rb'/(?:JavaScript|JS)(?![A-Za-z0-9])')


class Refused(Exception):
    """The file is refused. The message is the reason in one word."""


def check(files):
    pages = []
    for part, file in enumerate(files):
        with open(f'/tmp/{file["name"]}', 'rb') as opened:
            data = opened.read()
        try:
            sizes = sizes_of(data, file['format'])
            if len(pages) + len(sizes) > MAX_PAGES:
                raise Refused('pages')
        except Refused as reason:
            return {'error': str(reason), 'part': part}
        except MemoryError:
            return {'error': 'heavy', 'part': part}
        pages += [
            {'part': part, 'index': index, 'width': width, 'height': height}
            for index, (width, height) in enumerate(sizes)
        ]
    return {'pages': pages}


def sizes_of(data, form):
    if form == 'text':
        return []
    if form == 'pdf':
        return sizes_of_pdf(data)
    # Readers look for a PDF's header in the first kilobyte, so a viewer could show another document than the one that is
    # read.
    if b'%PDF-' in data[:1024]:
        raise Refused('polyglot')
    return sizes_of_picture(data, form)


def sizes_of_picture(data, form):
    import PIL.Image
    import PIL.ImageOps

    PIL.Image.MAX_IMAGE_PIXELS = MAX_PIXELS
    sizes = []
    try:
        image = PIL.Image.open(io.BytesIO(data), formats=[form.upper()])
        # Phones add a depth or brightness map to a photo as a second JPEG.
        count = 1 if form == 'jpeg' else getattr(image, 'n_frames', 1)
        if count > MAX_PAGES:
            raise Refused('pages')
        if count > 1 and form != 'tiff':
            raise Refused('animated')
        for number in range(count):
            image.seek(number)
            if image.width * image.height > MAX_PIXELS:
                raise Refused('pixels')
            # Decoding the whole picture tests whether it is complete.
            image.load()
            turned = image.getexif().get(0x0112, 1) >= 5
            sizes.append((image.height, image.width) if turned else (image.width, image.height))
    except (Refused, MemoryError):
        raise
    except (PIL.Image.DecompressionBombError, PIL.Image.DecompressionBombWarning):
        raise Refused('pixels') from None
    except Exception:
        # For a damaged file, the decoders may raise many kinds of exceptions.
        raise Refused('damaged') from None
    return sizes


def sizes_of_pdf(data):
    import pypdfium2
    import pypdfium2.raw as raw

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise Refused('encrypted' if 'assword' in str(error) else 'damaged') from None
    count = len(document)
    if count == 0:
        raise Refused('empty')
    if count > MAX_PAGES:
        raise Refused('pages')
    if document.get_formtype() in (raw.FORMTYPE_XFA_FULL, raw.FORMTYPE_XFA_FOREGROUND):
        raise Refused('xfa')
    if raw.FPDFDoc_GetJavaScriptActionCount(document) > 0 or has_script(data):
        raise Refused('script')
    sizes = []
    for number in range(count):
        try:
            page = document[number]
            width, height = page.get_size()
            if not (1 <= width <= 20_000 and 1 <= height <= 20_000):
                raise Refused('damaged')
            # Drawing decompresses everything on the page, so a page that would be too large to read later
            # fails here.
            page.render(scale=min(DOTS_PER_POINT, 2_000 / max(width, height)), grayscale=True)
            page.close()
        except pypdfium2.PdfiumError:
            raise Refused('damaged') from None
        sizes.append((round(width, 2), round(height, 2)))
    return sizes


def has_script(data):
    """Returns whether a PDF has an action in JavaScript, even inside a compressed stream of objects."""
    if SCRIPT.search(data):
        return True
    left = SEARCHED
    for match in re.finditer(rb'/ObjStm\b', data):
        start = data.find(b'stream', match.start(), match.start() + 2_000)
        if start < 0 or left <= 0:
            continue
        start += 8 if data[start + 6 : start + 8] == b'\r\n' else 7
        try:
            objects = zlib.decompressobj().decompress(data[start:], min(left, 4 * 1024 * 1024))
        except zlib.error:
            continue
        left -= len(objects)
        if SCRIPT.search(objects):
            return True
    return False


def main():
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    with open('/tmp/files.json', encoding='utf-8') as file:
        files = json.load(file)
    outcome = check(files)
    with open('/tmp/checked.json', 'w', encoding='utf-8') as file:
        json.dump(outcome, file)


if __name__ == '__main__':
    main()
