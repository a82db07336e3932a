"""Handles the rupee sign. Recognition was never trained on it, and reads it as the most similar character.

A percent sign or a tilde is harmless, because neither can come before a sum. A digit changes the sum.
"""

import re
from statistics import median

_SUM = r'(?:[0-9]{1,3}(?:,[0-9]{2,3})+(?:\.[0-9]{2})?|[0-9]+\.[0-9]{2})'
_BEHIND_SIGN = re.compile(rf'[%~?<>{{}}*=«»‹›^](?={_SUM}\W?\Z)')
_LONE_SIGN = re.compile(r'[~?<>{}*=«»‹›^]\Z')
_WHOLE = re.compile(rf'₹?{_SUM}\W?\Z')
_UNMARKED = re.compile(rf'[0-9\u0966-\u096f](?:,?{_SUM}|[0-9,]*\.[0-9]{{2}})\W?\Z')
_CURRENCY = re.compile(r'(?:rs|inr|₹|रु|रुपये)\.?:?\Z', re.IGNORECASE)
_CUT = re.compile(r'(?:^|[^0-9])[0-9][0-9,]*[.,]\Z')
_CODE, _CODE_REST = re.compile(r'[A-Z0-9]{1,6}\Z'), re.compile(r'[-/][A-Z0-9/-]*[0-9][A-Z0-9/-]*\Z')
_WHOLE_RUPEES, _PAISE = re.compile(r'₹?[0-9][0-9,]*\Z'), re.compile(r'(?:,[0-9]{2,3})*\.(?:[0-9]{2})?\Z|(?:,[0-9]{2,3})+\Z')
_REST = re.compile(r'[0-9][0-9,]*(?:\.(?:[0-9]{2})?)?\Z')
# A printed digit is recognised with confidence 99 or 100, and a rupee sign mistaken for a digit with less.
_CERTAIN = 98
_LESS = 1.5
# Confidence given to doubtful sums, which makes them count as unknown.
DOUBTFUL = 50


def signed(chars, before):
    """Replaces a character that cannot come before a sum with a rupee sign. `before` is the word to the left."""
    if before[-1:].isdigit():
        return chars
    if _LONE_SIGN.match(before) and is_sum(chars):
        return '₹' + chars
    return _BEHIND_SIGN.sub('₹', chars, count=1)


def is_sum(chars):
    """Returns whether a word has the form of an amount of money. Such a word is kept even if it is a guess, because its
    place on the page must not look empty."""
    return _WHOLE.match(chars) is not None


def is_cut(before, chars):
    """Returns whether two words look like one sum or code that was separated at a sign."""
    return any(
        one.search(before) is not None and rest.match(chars) is not None
        for one, rest in ((_CUT, _REST), (_WHOLE_RUPEES, _PAISE), (_CODE, _CODE_REST))
    )


def is_doubtful(chars, before, confidences):
    """Returns whether a sum's first digit may be a rupee sign. `confidences` are those of its characters."""
    if not _UNMARKED.match(chars) or _CURRENCY.search(before) or len(confidences) < 4:
        return False
    if not chars[0].isascii():
        return True
    return confidences[0] < _CERTAIN and confidences[0] <= median(confidences[1:]) - _LESS
