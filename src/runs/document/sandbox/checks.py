"""The four checks of an extraction, in the form that runs inside the sandbox.

This file mirrors src/governance/documents/checks.ts: a value passes here exactly when it passes there. Values consist of
capital letters and digits without separators.
"""

import json
import re
import sys

_PLAIN = re.compile(r'[A-Z0-9]+\Z')


def _product(a, b):
    """Multiplies two elements of the dihedral group D5."""
    if a < 5:
        return (a + b) % 5 if b < 5 else 5 + (a + b) % 5
    return 5 + (a - b) % 5 if b < 5 else (a - b) % 5


def verhoeff_holds(digits):
    """Returns whether the last digit is the Verhoeff check digit of the digits before it."""
    step = (1, 5, 7, 6, 2, 8, 3, 0, 9, 4)
    check = 0
    for position, digit in enumerate(reversed(digits)):
        value = int(digit)
        for _ in range(position % 8):
            value = step[value]
        check = _product(check, value)
    return check == 0


def aadhaar_checksum(value):
    """Accepts twelve digits that begin with 2 to 9, end with the check digit and are not a palindrome."""
    return (
        re.match(r'[2-9][0-9]{11}\Z', value) is not None
        and value != value[::-1]
        and verhoeff_holds(value)
    )


def pan_format(value):
    """Accepts five letters, four digits and one letter."""
    return re.match(r'[A-Z]{5}[0-9]{4}[A-Z]\Z', value) is not None


def ifsc_format(value):
    """Accepts four letters for the bank, a zero, and six characters for the branch."""
    return re.match(r'[A-Z]{4}0[A-Z0-9]{6}\Z', value) is not None


_GSTIN = re.compile(
    r'(?:'
    r'[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z][Z1-9ABD-J][0-9A-Z]'  # regular
    r'|[0-9]{2}[A-Z]{4}[A-Z0-9][0-9]{4}[A-Z][1-9A-Z][DC][0-9A-Z]'  # deductors and collectors at source
    r'|[0-9]{2}[A-Z]{4}[0-9]{5}[A-Z][0-9]Z[0-9A-Z]'  # government department
    r'|[0-9]{4}[A-Z]{3}[0-9]{5}NR[0-9A-Z]'  # non-resident
    r'|99[0-9]{2}[A-Z]{3}[0-9]{5}OS[0-9A-Z]'  # online services from abroad
    r'|[0-9]{4}[A-Z]{3}[0-9]{5}[UO]N[0-9A-Z]'  # body of the United Nations, embassy
    r')\Z'
)


def gstin_checksum(value):
    """Accepts values with a published form, a state code in use, and the right check character."""
    if not _GSTIN.match(value):
        return False
    state = int(value[:2])
    if not (1 <= state <= 38 or state in (97, 99)):
        return False
    total = 0
    for at, character in enumerate(value[:14]):
        product = int(character, 36) * (1 + at % 2)
        total += product // 36 + product % 36
    return int(value[14], 36) == -total % 36


CHECKS = {'pan': pan_format, 'aadhaar': aadhaar_checksum, 'gstin': gstin_checksum, 'ifsc': ifsc_format}


def verdicts(pairs):
    """Returns, in order, '1' for each [type, value] pair that passes and '0' for each that does not."""
    return ''.join('1' if _PLAIN.match(value) and CHECKS[kind](value) else '0' for kind, value in pairs)


verdicts(json.load(sys.stdin))
