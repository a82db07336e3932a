"""Parses numbers as people write them: with Indian or Western grouping, decimal commas, currencies, percent, Cr and Dr, and
lakh."""

import math
import re

_DIGITS = str.maketrans({chr(zero + n): str(n) for zero in (0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xFF10) for n in range(10)})
# Invisible characters: zero-width spaces, word joiners, direction marks and soft hyphens.
INVISIBLE = '\u200b\u200e\u200f\u2060\ufeff\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u00ad'
_SPACES = str.maketrans({'\u00a0': ' ', '\u2009': ' ', '\u202f': ' ', '\u2212': '-', '\u2013': '-', '\u2019': "'"})
MISSING = frozenset(
    ('-', '--', '---', '\u2014', '\u2013', '.', 'na', 'n/a', 'n.a.', '#n/a', 'n.m.', 'null', 'none', 'nan', 'nil', '(blank)', '?', '\\n',
     'n.a', 'not available', 'not applicable', 'unavailable', 'no data', 'उपलब्ध नहीं')
)
# Maximum length of a number or date. Cells can have megabytes.
LONGEST = 64
_CURRENCIES = {
    '₹': 'INR', 'rs': 'INR', 'rs.': 'INR', 'inr': 'INR', 'rupees': 'INR', 'रु': 'INR', 'रु.': 'INR',
    '$': 'USD', 'us$': 'USD', 'usd': 'USD', '€': 'EUR', 'eur': 'EUR', '£': 'GBP', 'gbp': 'GBP', '¥': 'JPY', 'jpy': 'JPY',
    'aed': 'AED', 'sgd': 'SGD',
}
_UNITS = {
    'thousand': 1e3, 'lakh': 1e5, 'lakhs': 1e5, 'lac': 1e5, 'lacs': 1e5, 'crore': 1e7, 'crores': 1e7,
    'million': 1e6, 'mn': 1e6, 'billion': 1e9, 'bn': 1e9, 'crs': 1e7, 'lakh crore': 1e12, 'thousand crore': 1e10,
}
_OF_CRORE = {'lakh': 'lakh crore', 'lakhs': 'lakh crore', 'lac': 'lakh crore', 'lacs': 'lakh crore', 'thousand': 'thousand crore'}
_MONEY = '|'.join(re.escape(word) for word in sorted(_CURRENCIES, key=len, reverse=True))
_NUMBER = re.compile(
    rf"(?:(?P<lead>[cd]r)\.?\s+)?(?:(?P<before>{_MONEY})\s*(?=\())?(?P<open>\()?\s*(?P<sign>[+-])?\s*(?P<cur>{_MONEY})?\s*(?P<sign2>[+-])?\s*"
    r"(?P<body>\d[\d.,' ]*|[.,]\d+)(?P<exp>[eE][+-]?\d{1,3})?\s*"
    rf"(?P<end>(?:{_MONEY}|/[-=]|only|%|per ?cent|pct|p\.?a\.?|{'|'.join(_UNITS)}|cr\.?|dr\.?|\([cd]r\.?\)|[a-z°µ/]{{1,12}}[23²³]?|[\s])*+)"
    r"(?P<tail>-)?\s*(?P<close>\))?(?P<after>\s*%)?",
    re.I,
)
_INDIAN = re.compile(r'\d{1,3}(?:,\d{2})*,\d{3}')
_WESTERN = re.compile(r"\d{1,3}(?:([.,' ])\d{3})(?:\1\d{3})*")


# A zero amount in accounting formats.
_DASH = re.compile(rf'(?:{_MONEY})\s*-+|-+\s*(?:{_MONEY})', re.I)


def is_missing(text):
    """Returns whether a trimmed, cleaned cell means "nothing here"."""
    return text.lower() in MISSING or (len(text) <= LONGEST and _DASH.fullmatch(text) is not None)


class Figure:
    """The parts of a written number. `dot` and `comma` are its digits if that is the decimal mark, or None if that is
    impossible."""

    __slots__ = ('negative', 'currency', 'dot', 'comma', 'exponent', 'percent', 'unit', 'side', 'grouped', 'decimals')

    def plain(self, decimal):
        return self.dot if decimal == '.' else self.comma


def clean(text):
    return text.translate(_DIGITS).translate(_SPACES).strip()


def read(text):
    """Parses a Figure; returns None if the text is not a number."""
    found = _NUMBER.fullmatch(clean(text)) if len(text) <= LONGEST else None
    if found is None or (found['open'] is None) != (found['close'] is None):
        return None
    figure = Figure()
    minus = [found['sign'] == '-', found['sign2'] == '-', found['tail'] is not None, found['open'] is not None]
    if sum(minus) > 1:
        return None
    figure.negative = any(minus)
    figure.exponent = found['exp']
    # Some people put a space after each comma.
    body = re.sub(r', (?=\d)', ',', found['body'].strip())
    figure.dot, figure.comma = _under(body, '.'), _under(body, ',')
    if figure.dot is None and figure.comma is None:
        return None
    figure.grouped = ',' in body or "'" in body or ' ' in body
    figure.decimals = len(body) - body.rfind('.') - 1 if '.' in body else 0
    words = found['end'].lower() + (found['after'] or '')
    if not _take_words(figure, (found['before'] or found['cur'] or '').lower(), words) or _overflows(figure):
        return None
    if found['lead']:
        if figure.side is not None:
            return None
        # Before an amount, Cr means credit, as beside grouped amounts.
        figure.side, figure.grouped = found['lead'].lower(), True
    return figure


def _overflows(figure):
    """Returns whether the number is beyond the range of a float, which would make it infinite."""
    return figure.exponent is not None and math.isinf(float((figure.dot or figure.comma) + figure.exponent))


def _take_words(figure, currency, end):
    figure.currency = _CURRENCIES.get(currency)
    figure.percent, figure.unit, figure.side = False, None, None
    for word in re.findall(r'/[-=]|[^\s%]+|%', end):
        word = word.strip('().') if word not in _CURRENCIES else word
        if word in ('%', 'percent', 'pct') or word == 'cent' and figure.unit == 'per':
            figure.percent, figure.unit = True, None
        elif word in _CURRENCIES and figure.currency is None:
            figure.currency = _CURRENCIES[word]
        elif word in ('/-', '/=', 'only') or (word in ('p.a', 'pa') and figure.percent):
            continue
        elif word in ('cr', 'crs', 'crore', 'crores') and figure.unit in _OF_CRORE:
            figure.unit = _OF_CRORE[figure.unit]
        elif word in ('cr', 'dr') and figure.side is None:
            figure.side = word
        elif figure.unit is None and not figure.percent:
            figure.unit = word
        else:
            return False
    return True


def factor(unit):
    """Returns the factor that a word after a number stands for; None if it is a unit of measure."""
    return _UNITS.get(unit)


def _under(body, decimal):
    """Returns the digits with a decimal point, given the decimal mark; None if the body does not match that mark."""
    whole, mark, fraction = body.partition(decimal) if body.count(decimal) == 1 else (body, '', '')
    if mark and not (fraction.isdigit() or fraction == ''):
        return None
    if decimal in whole:
        return None
    if not whole.isdigit() and whole != '':
        grouped = _WESTERN.fullmatch(whole) or (decimal == '.' and _INDIAN.fullmatch(whole))
        if not grouped:
            return None
        whole = re.sub(r"[.,' ]", '', whole)
    if not whole and not fraction:
        return None
    return f'{whole or 0}.{fraction}' if fraction else whole


def to_number(text, decimal='.'):
    """Converts a cell to a float or int, or None if it is not a number. `decimal` is '.' or ','."""
    figure = read(str(text))
    return None if figure is None else value_of(figure, decimal)


def value_of(figure, decimal, crore=False):
    """Returns the value for a decimal mark; None if the figure does not match that mark."""
    plain = figure.plain(decimal)
    if plain is None:
        return None
    value = float(plain + (figure.exponent or '')) if '.' in plain or figure.exponent else int(plain)
    scale = factor(figure.unit) or (1e7 if figure.side == 'cr' and crore else 1)
    if scale != 1:
        # Rounds so that 1.1 lakh is 110000 and not 110000.00000000001.
        value = round(value * scale, 6)
    return -value if figure.negative or figure.side == 'dr' else value
