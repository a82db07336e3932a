"""Reads a document inside the sandbox: the text layer of a PDF, or what can be recognised in an image.

Reads /tmp/document, with the other programs of this directory next to it, and writes /tmp/read.json: {"kind", "pages":
[{"text", "source", "confidence", "words"}], "left_out"}, or {"error"}. A word is [start, end, confidence], in code points of
its page's text; a text layer has no words. A page may also have "unread", the share of its writing that was not recognised,
"hurried", whether the time ended before it was read as well as possible, and "differing", the number of its words with digits that
the library reads differently.
"""

import json
import time

from pictures import Unreadable, frames_of

MAX_RECOGNISED_PAGES = 8


def read(data, seconds):
    until = time.monotonic() + seconds
    if b'%PDF-' in data[:1024]:
        from pdf_file import read_pdf

        return read_pdf(data, until)
    return read_image(data, until)


def read_image(data, until):
    from recognition import recognise

    count, frames = frames_of(data, MAX_RECOGNISED_PAGES)
    pages = []
    for frame in frames:
        pages.append(recognise(frame, until))
        if time.monotonic() > until:
            break
    return {'kind': 'image', 'pages': pages, 'left_out': count - len(pages)}


def main(source, target, seconds):
    with open(source, 'rb') as file:
        data = file.read()
    try:
        outcome = read(data, seconds)
    except Unreadable as reason:
        outcome = {'error': str(reason)}
    except MemoryError:
        outcome = {'error': 'failed'}
    with open(target, 'w', encoding='utf-8') as file:
        json.dump(outcome, file, ensure_ascii=False)


if __name__ == '__main__':
    main('/tmp/document', '/tmp/read.json', 30)
