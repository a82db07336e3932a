"""Corrects recognition errors in PAN, GSTIN and IFSC codes, based on the form that each code must have."""

# Characters that look alike in print. In a code with a fixed form, the position shows which of the two it must be.
AS_LETTER = dict(zip('012568])}|', 'OIZSGBJJJI'))
AS_DIGIT = dict(zip('OQDILZSGB|', '0001125681'))
FORMS = {10: 'LLLLLDDDDL', 11: 'LLLLDAAAAAA', 15: 'DDLLLLLDDDDLAZA'}
HOLDERS = 'ABCFGHJLPT'
MOST_SETTLED = 4


def settled(chars):
    """Returns a PAN, GSTIN or IFSC with look-alikes corrected to match its form, and anything else unchanged."""
    code = chars.upper().rstrip(')') if len(chars) > 15 else chars.upper()
    if len(code) == 16:
        # A round character was recognised twice, as a letter and as a digit.
        once = [code[:at] + code[at + 1:] for at in range(15) if code[at:at + 2] in ('O0', '0O')]
        found = {settled(one) for one in once}
        sure = [one for one in found if FORMS.get(len(one)) and one.isascii() and one.isalnum() and check_holds(one)]
        return sure[0] if len(sure) == 1 else chars
    form = FORMS.get(len(code))
    if form is None or not any(char.isdigit() for char in code):
        return chars
    read = ''
    for char, kind in zip(code, form):
        if kind == 'L':
            char = AS_LETTER.get(char, char)
        elif kind == 'D':
            char = AS_DIGIT.get(char, char)
        elif kind == 'Z':
            char = 'Z' if char == '2' else char
        elif char in '])}':
            char = 'J'
        if not (char.isascii() and (char.isdigit() if kind == 'D' else char.isalpha() if kind == 'L' else char.isalnum())):
            return chars
        read += char
    if len(read) == 11:
        read = read[:5] + branch_of(read[5:])
    changed = sum(before != after for before, after in zip(code, read))
    if changed == 0 or changed > MOST_SETTLED:
        return chars
    if len(read) == 10:
        return read if read[3] in HOLDERS else chars
    return read if len(read) == 11 or check_holds(read) else chars


def branch_of(chars):
    """Corrects an IFSC's branch. A single O or I among five digits is read as a digit, because no bank uses five digits and a letter."""
    return chars.replace('O', '0').replace('I', '1') if sum(char.isdigit() for char in chars) == 5 else chars


def is_nearer(other, one):
    """Returns whether another reading of a word with letters and digits deserves a third one: the two differ
    only in characters that look alike, or only the other has the form of a code."""
    signs = [AS_DIGIT.get(char, char) for char in one.upper() if char.isalnum()]
    is_lookalike = signs == [AS_DIGIT.get(char, char) for char in other.upper() if char.isalnum()]
    return (is_lookalike and any(char.isalpha() for char in signs)) or (has_form(other) and not has_form(one))


def has_form(chars):
    """Returns whether the word has the form of a PAN, GSTIN or IFSC, and a GSTIN has its check character."""
    form = FORMS.get(len(chars), '')
    kinds = {'L': str.isalpha, 'D': str.isdigit, 'A': str.isalnum, 'Z': lambda char: char == 'Z'}
    if not form or not chars.isascii() or chars != chars.upper():
        return False
    return all(kinds[kind](char) for char, kind in zip(chars, form)) and (len(chars) != 15 or check_holds(chars))


def check_holds(gstin):
    """Returns whether a GSTIN's last character is the check character of the characters before it."""
    total = 0
    for at, character in enumerate(gstin[:14]):
        product = int(character, 36) * (1 + at % 2)
        total += product // 36 + product % 36
    return int(gstin[14], 36) == -total % 36


def is_code(chars):
    """Returns whether this may be a code. Long runs of letters and digits always have low confidence, so such words are
    kept, and their check characters decide later."""
    plain = [char for char in chars if char.isascii() and char.isalnum()]
    return len(plain) >= 9 and sum(char.isdigit() for char in plain) >= 3 and sum(char.isalpha() for char in plain) >= 3
