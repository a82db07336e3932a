"""Reads words with digits, and unclear ones, a second time with another engine, because one engine cannot notice its own errors.

The model reads Latin letters, digits and the rupee sign, but not Devanagari. It is part of the image (images/sandbox).
"""

import os
import re

from codes import is_code

MODEL = '/usr/local/share/recognition/latin.onnx'
HEIGHT = 48
LEAST_WIDTH, MOST_WIDTH = 32, 960
# Maximum number of words to compare on a page. A bill of 60 lines has about 300 numbers.
MOST_WORDS = 400
# A word without digits that the first engine read with less confidence is read again, too, if it has at least this many
# letters.
CLEAR, LEAST_LETTERS = 95, 2
_DIGIT = re.compile(r'[0-9]')
_LATIN, _DEVANAGARI = re.compile(r'[A-Za-z0-9]'), re.compile(r'[\u0900-\u097f]')
_CENTS = re.compile(r'[.]([0-9]{1,2})\W*\Z')
_SIGNED = re.compile(r'(?:₹|Rs\.?)\s*(?=[0-9])', re.IGNORECASE)

_OTHER_SIGNS = ('€', '£')

_session = None
_signs = None


def is_comparable(chars):
    """Returns whether both engines can read a word and it contains a digit."""
    return _DIGIT.search(chars) is not None and all(char.isascii() or char in '₹€£–—' for char in chars)


def is_mixed(chars):
    """Returns whether a word mixes Devanagari and Latin characters, which no real word does: the first engine
    was wrong."""
    return _DEVANAGARI.search(chars) is not None and _LATIN.search(chars) is not None


def is_devanagari(chars):
    return _DEVANAGARI.search(chars) is not None


def is_latin(chars):
    return _LATIN.search(chars) is not None and chars.isascii()


def wanted(rows):
    """Returns the places (row, word) of the words to read again, and whether some exceed the limit. Words
    with digits come first, so that doubtful words of a long page do not use up the time of the sums at its
    end."""
    digits, unclear = [], []
    for nth, row in enumerate(rows):
        for at, (chars, confidence, box) in enumerate(row):
            # Between words in Devanagari, a Latin word is unlikely.
            least = 100 if any(is_devanagari(other[0]) for other in row[max(0, at - 1) : at + 2]) else CLEAR
            if box and (is_comparable(chars) or is_mixed(chars)):
                digits.append((nth, at))
            elif box and is_unclear(chars, confidence, least):
                unclear.append((nth, at))
    places = digits + unclear
    return places[:MOST_WORDS], len(places) > MOST_WORDS


def is_unclear(chars, confidence, least):
    return confidence < least and is_latin(chars) and len(plain(chars)) >= LEAST_LETTERS


def is_available():
    return os.path.exists(MODEL)


def read_again(image, box):
    """Returns the characters in a part of the picture according to the second engine."""
    import numpy
    import PIL.Image

    left, top, right, bottom = box
    margin = round((bottom - top) * 0.15) + 2
    crop = image.crop((left - margin, top - margin, right + margin, bottom + margin))
    width = round(crop.width * HEIGHT / crop.height)
    width = min(MOST_WIDTH, max(LEAST_WIDTH, width))
    grey = numpy.asarray(crop.resize((width, HEIGHT), PIL.Image.Resampling.BILINEAR), 'float32') / 127.5 - 1
    session, signs = engine()
    best = session.run(None, {session.get_inputs()[0].name: numpy.stack([grey] * 3)[None]})[0][0].argmax(axis=1)
    read = ''
    last = 0
    for sign in best:
        if sign not in (0, last):
            read += signs[sign]
        last = sign
    return read.strip()


def engine():
    global _session, _signs
    if _session is None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = False
        options.log_severity_level = 4
        _session = onnxruntime.InferenceSession(MODEL, options, providers=['CPUExecutionProvider'])
        _signs = ['', *_session.get_modelmeta().custom_metadata_map['character'].splitlines(), ' ']
    return _session, _signs


def compared(first, second):
    """Returns (characters, whether the two readings have the same digits). A rupee sign that the first engine read as a digit
    is put back if the second one saw the sign and otherwise the same digits."""
    if first[:1] in _OTHER_SIGNS:
        # Only the second engine knows the rupee sign.
        is_rupee = _SIGNED.match(second) is not None and is_same(first[1:], second)
        return ('₹' + first[1:], True) if is_rupee else (first, False)
    if is_same(first, second):
        return first, True
    sign = _SIGNED.match(second)
    if sign is not None and digits_of(first)[1:] == digits_of(second) and first[0].isdigit():
        return '₹' + first[1:].lstrip(','), True
    return first, False


def is_same(first, second):
    if is_code(first):
        return plain(first) == plain(second)
    return digits_of(first) == digits_of(second) and cents_of(first) == cents_of(second)


# Signs that look like a capital letter. A capital L does not look like an I, nor does a small i, which has a dot.
_ALIKE = str.maketrans('l|10', 'IIIO')


def has_same_letters(first, second):
    """Returns whether two readings of a word differ at most in capitals, or in letters that look alike."""
    return plain(first) == plain(second) or shapes_of(first) == shapes_of(second)


def shapes_of(chars):
    return ''.join(char if char == 'i' else char.upper() for char in chars.translate(_ALIKE) if char.isalnum())


def plain(chars):
    return ''.join(char for char in chars.upper() if char.isalnum())


def digits_of(chars):
    return ''.join(_DIGIT.findall(chars))


def cents_of(chars):
    found = _CENTS.search(chars)
    return found.group(1) if found else ''
