"""The rupee sign, which recognition was never trained on and reads as whatever looks most like it.

As a percent sign or a tilde it is harmless, because neither stands before a sum. As a digit it changes the sum.
"""

import re
from statistics import median

_SUM = r'(?:[0-9]{1,3}(?:,[0-9]{2,3})+(?:\.[0-9]{2})?|[0-9]+\.[0-9]{2})'
_BEHIND_SIGN = re.compile(rf'[%~?<>{{}}*=«»‹›^](?={_SUM}\W?\Z)')
_LONE_SIGN = re.compile(r'[~?<>{}*=«»‹›^]\Z')
_WHOLE = re.compile(rf'₹?{_SUM}\W?\Z')
_UNMARKED = re.compile(rf'[0-9\u0966-\u096f](?:,?{_SUM}|[0-9,]*\.[0-9]{{2}})\W?\Z')
_CURRENCY = re.compile(r'(?:rs|inr|₹|रु|रुपये)\.?:?\Z', re.IGNORECASE)
# A printed digit is recognised with 99 or 100; a rupee sign that is taken for one gets less.
_CERTAIN = 98
_LESS = 1.5
# Below this confidence a sum counts as unknown.
DOUBTFUL = 50


def signed(chars, before):
    """Puts a rupee sign in place of a sign that cannot stand before a sum; `before` is the word to the left."""
    if before[-1:].isdigit():
        return chars
    if _LONE_SIGN.match(before) and is_sum(chars):
        return '₹' + chars
    return _BEHIND_SIGN.sub('₹', chars, count=1)


def is_sum(chars):
    """Whether a word is written as money is. Even where it is a guess, its place on the page must not look empty."""
    return _WHOLE.match(chars) is not None


def is_doubtful(chars, before, confidences):
    """Whether the first digit of a sum may be a rupee sign. `confidences` are those of its signs."""
    if not _UNMARKED.match(chars) or _CURRENCY.search(before) or len(confidences) < 4:
        return False
    if not chars[0].isascii():
        return True
    return confidences[0] < _CERTAIN and confidences[0] <= median(confidences[1:]) - _LESS
