"""Recognises columns with personal identifiers by their form and name. Samples from them are never shown."""

import re

from .figures import LONGEST

_VERHOEFF_D = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9), (1, 2, 3, 4, 0, 6, 7, 8, 9, 5), (2, 3, 4, 0, 1, 7, 8, 9, 5, 6),
    (3, 4, 0, 1, 2, 8, 9, 5, 6, 7), (4, 0, 1, 2, 3, 9, 5, 6, 7, 8), (5, 9, 8, 7, 6, 0, 4, 3, 2, 1),
    (6, 5, 9, 8, 7, 1, 0, 4, 3, 2), (7, 6, 5, 9, 8, 2, 1, 0, 4, 3), (8, 7, 6, 5, 9, 3, 2, 1, 0, 4),
    (9, 8, 7, 6, 5, 4, 3, 2, 1, 0),
)
_VERHOEFF_P = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9), (1, 5, 7, 6, 2, 8, 3, 0, 9, 4), (5, 8, 0, 3, 7, 9, 6, 1, 4, 2),
    (8, 9, 1, 6, 0, 4, 3, 5, 2, 7), (9, 4, 5, 3, 1, 2, 6, 8, 7, 0), (4, 2, 8, 6, 5, 7, 3, 9, 0, 1),
    (2, 7, 9, 3, 8, 0, 6, 4, 1, 5), (7, 0, 4, 6, 9, 1, 3, 2, 5, 8),
)
_AADHAAR = re.compile(r'[2-9]\d{3}[ -]?\d{4}[ -]?\d{4}')
_CARD = re.compile(r'[2-6]\d{3}(?:[ -]?\d{4}){2}[ -]?\d{1,7}')
_FORMS = (
    ('email', re.compile(r'[^\s@]+@[^\s@]+\.[^\s@.]{2,}')),
    ('upi', re.compile(r'[\w.-]{2,}@[a-z]{2,20}', re.I)),
    ('pan', re.compile(r'[A-Z]{5}\d{4}[A-Z]', re.I)),
    ('gstin', re.compile(r'\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]', re.I)),
    ('phone', re.compile(r'(?:\+?91[ -]?|0)?[6-9]\d{4}[ -]?\d{5}(?:\s*[/,;|]\s*(?:\+?91[ -]?|0)?[6-9]\d{4}[ -]?\d{5})*')),
)
# Forms that many other codes have, so that the column's name must say what they are.
_NAMED_FORMS = {
    'passport': re.compile(r'[A-Z]\d{7}', re.I),
    'voter': re.compile(r'[A-Z]{3}/?\d{7}', re.I),
    'licence': re.compile(r'[A-Z]{2}[ -]?\d{2}[ -]?\d{4}[ -]?\d{7}', re.I),
}
_NAMES = (
    ('aadhaar', r'aadh?aa?r|uid(?:ai)?'),
    ('phone', r'mobile|phone|whats ?app|contact (?:no|num(?:ber)?)|cell|tel'),
    ('account', r'(?:bank )?(?:acc(?:oun)?t|a/c)(?: (?:no|num(?:ber)?|id))?'),
    ('card', r'(?:credit|debit) ?card(?: (?:no|num(?:ber)?))?|card (?:no|num(?:ber)?)'),
    ('pan', r'pan(?: (?:no|num(?:ber)?|card))?'),
    ('passport', r'passport'),
    ('voter', r'voter|epic'),
    ('licence', r'driv(?:ing|er s?) ?licen[cs]e|dl (?:no|num(?:ber)?)'),
    ('email', r'e ?mails?(?: id| address)?'),
)
# Names of columns whose digits are a code rather than a quantity.
_CODES = re.compile(
    r'\b(?:pin|pincode|pin ?code|zip|zipcode|postal|postcode|hsn|sac|ifsc|micr|imei|isbn|ean|upc|barcode|aadh?aa?r|uid|mobile|phone'
    r'|telephone|tel|fax|whatsapp|contact|account|acct|acc|card|policy|invoice|voucher|cheque|utr|gstin|pan|otp|passport|licen[cs]e)\b'
    r'(?:.*\b(?:no|num|number|code|id)\b)?|\b(?:document|doc|ref|reference|receipt|bill|order|claim|loan|folio|customer|cif|member|employee'
    r'|vendor|cheque|challan|ticket) (?:no|num|number)$',
)

_QUANTITY = re.compile(
    r'\b(?:amount|amt|total|count|balance|value|premium|paid|due|rate|sum|qty|quantity|charges?|price|cost|sales|revenue'
    r'|income|turnover|population|salary|debit|credit)\b',
)


def words_of(name):
    """Splits a name into words: both 'accountNo' and 'account_no' become 'account no'."""
    spaced = re.sub(r'(?<=[a-z])(?=[A-Z])', ' ', name)
    return re.sub(r'[^\w/]+|_', ' ', spaced).strip().lower()


def is_code_name(name):
    """Returns whether the name indicates that the column's digits must be kept as they are."""
    return not is_quantity_name(name) and _CODES.search(words_of(name)) is not None


def is_quantity_name(name):
    """Returns whether the name indicates a quantity to calculate with."""
    return _QUANTITY.search(words_of(name)) is not None


def kind_of(name, values):
    """Returns the kind of identifier that most of the given text values are; None if they are not identifiers."""
    if not values or is_quantity_name(name):
        return None
    words = words_of(name)
    values = [value.strip() if len(value) <= LONGEST else '' for value in values]
    named = next((kind for kind, form in _NAMES if re.search(rf'\b(?:{form})\b', words)), None)
    need = 0.5 if named is None else 0.2
    shares = {kind: _share(form.fullmatch, values) for kind, form in _FORMS}
    shares['aadhaar'] = _share(lambda value: _AADHAAR.fullmatch(value) and (named == 'aadhaar' or _verhoeff(value)), values)
    for kind, form in _NAMED_FORMS.items():
        shares[kind] = _share(form.fullmatch, values) if named == kind else 0
    shares['card'] = _share(lambda value: _CARD.fullmatch(value) and _luhn(value), values)
    if named is not None and named != 'account' and shares.get(named, 0) > need:
        return named
    best = max(shares, key=lambda kind: (shares[kind], kind == 'aadhaar'))
    if shares[best] > 0.5:
        return best
    return named if named in ('account', 'aadhaar', 'phone') and _share(_has_digits, values) > 0.5 else None


def _share(test, values):
    return sum(map(bool, map(test, values))) / len(values)


def _has_digits(value):
    return len(re.sub(r'\D', '', value)) >= 6


def _verhoeff(value):
    check = 0
    for place, digit in enumerate(reversed(re.sub(r'\D', '', value))):
        check = _VERHOEFF_D[check][_VERHOEFF_P[place % 8][int(digit)]]
    return check == 0


def _luhn(value):
    digits = [int(digit) for digit in reversed(re.sub(r'\D', '', value))]
    doubled = [digit * 2 - 9 if digit > 4 else digit * 2 for digit in digits[1::2]]
    return (sum(digits[0::2]) + sum(doubled)) % 10 == 0
