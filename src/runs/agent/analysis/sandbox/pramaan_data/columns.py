"""Finds out what each column of a text table contains, and converts its values."""

import re
from dataclasses import dataclass

import pandas as pd

from . import dates, identifiers, numbers
from .cells import Cells
from .notes import listed, plural
from .profile import FEW

_TRUE = frozenset(('true', 'yes', 'y', 't', '1', 'हाँ', 'हां'))
_FALSE = frozenset(('false', 'no', 'n', 'f', '0', 'नहीं'))
_LOST_DIGITS = r'\d(?:[.,]\d+)?[eE]\+?\d{1,3}'
_TURNED = re.compile(r'\d{1,2}-(?:\d{1,2}|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)|(?:19|20)\d\d-\d{1,2}', re.I)
_DATE_NAME = re.compile(r'\b(?:date|dt|dob|day|on)\b|दिनांक|तारीख')
# Names of columns with numbered parts, such as versions, where 1.10 comes after 1.9 and differs from 1.1.
_NUMBERED = re.compile(r'\b(?:version|ver|release|build|section|clause|chapter|para(?:graph)?|annexure)\b')
_NEAR = re.compile(r'[\s(+-]*(?:₹|\$|€|£|rs\.?)?\s*[\d.,]*\d\s*(?:[*†‡§#^¹²³⁰⁴-⁹]{1,3}|\(?[a-z]{1,3}\)?|\[\d+\])|[+-]?(?:inf(?:inity)?|∞)', re.I)
# Names of columns with codes of a fixed length.
_FIXED = re.compile(r'\b(?:pin|pincode|pin ?code|zip|zipcode|postal|postcode|micr|aadh?aa?r|uid|ean|upc|isbn|imei|hsn|sac)\b')
_DAY = r'(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])'


@dataclass
class Ready:
    """A column whose file already has types."""

    series: object
    facts: dict


class _Column:
    """A column in progress. The first pass finds out what it could be, and the second decides, knowing the other columns."""

    def __init__(self, name, cells):
        self.name = name
        self.cells = cells
        self.numbers = self.dates = self.series = None
        self.facts = {'type': 'text'}
        self.decimal_vote = None


def convert(table, delimiter, notes):
    """Converts a Table of text to (frame, facts by column)."""
    work = [_look(name, content, table.lines, notes) for name, content in zip(table.names, table.columns)]
    votes = {column.decimal_vote for column in work} & {'.', ','}
    decimal = votes.pop() if len(votes) == 1 else None
    around = [' '.join(cells) for _, cells in (*table.preamble, *table.footer)]
    proof = _date_proof([column.dates for column in work if column.dates], around)
    for column in work:
        if column.numbers is not None:
            _settle_numbers(column, decimal, delimiter, notes)
        elif column.dates is not None:
            column.series, column.facts = dates.convert(column.dates, proof, notes)
        elif column.series is None:
            column.series = column.cells.to_series()
            _tell_text(column, notes)
    for column in work:
        if column.cells is not None and column.cells.repeats and not column.cells.tokens and column.facts['type'] in ('text', 'date'):
            column.facts['distinct'] = column.cells.distinct
            if column.facts['type'] == 'text':
                column.facts['counts'] = column.cells.common(FEW)
    frame = pd.DataFrame({column.name: column.series for column in work}, copy=False)
    _tell_blank_labels(frame, work[0].facts, notes)
    return frame, {column.name: column.facts for column in work}


def _tell_blank_labels(frame, facts, notes):
    """Notes labels that are written only once for several rows, as in reports. Grouping by them would lose rows."""
    if facts['type'] != 'text' or len(frame) < 3 or len(frame.columns) < 2:
        return
    blank = frame.iloc[:, 0].isna()
    numbered = frame.iloc[:, 0].dropna().str.fullmatch(r'\d+').mean() > 0.5
    if not blank.iloc[0] and not numbered and blank.mean() >= 0.3 and frame.iloc[:, 1:].notna().mean().max() > 0.9:
        notes.add(
            'blank-labels', f'No value in {plural(int(blank.sum()), "row")}; the value above may be meant, which ffill() fills in.',
            frame.columns[0], ambiguous=True,
        )


def _date_proof(found, around):
    proofs = {column.day_first for column in found if column.day_first != column.month_first}
    proofs |= {dates.proof_in(around)} - {None}
    return proofs.pop() if len(proofs) == 1 else None


def _look(name, content, lines, notes):
    if isinstance(content, Ready):
        column = _Column(name, None)
        column.series, column.facts = content.series, content.facts
        return column
    cells = Cells(name, content, lines)
    column = _Column(name, cells)
    if cells.invisible:
        notes.add('invisible-characters', 'Invisible characters (such as zero-width spaces) were removed.', name)
    if cells.empty == cells.rows:
        column.facts = {'type': 'empty'}
        return column
    kind = identifiers.kind_of(cells.name, cells.sample())
    if kind is not None:
        column.facts['pii'] = kind
        return column
    if _must_stay_text(cells, notes) or _look_at_flags(column, notes):
        return column
    if _DATE_NAME.search(identifiers.words_of(cells.name)) and cells.every(_DAY):
        column.series = pd.Series(pd.to_datetime(cells.text.to_pandas(), format='%Y%m%d', errors='coerce'))
        column.facts = {'type': 'date'}
        return column
    quick = numbers.plain(cells)
    if quick is not None:
        column.series, column.decimal_vote = quick
        column.facts = {'type': 'number'}
        _tell_serials(cells, notes)
        return column
    _look_at_values(column, notes)
    return column


def _must_stay_text(cells, notes):
    """Returns whether digits are a code rather than a quantity. As numbers they would lose leading zeros or digits after the
    15th."""
    quantity = identifiers.is_quantity_name(cells.name)
    zeros = not quantity and _any_padded(cells) and (not cells.any(r'.*[^\d\s/.-].*') or cells.every(r'[0-9A-Za-z]+'))
    long = cells.longest >= 16 and cells.any(r'\d{16,}')
    marked = cells.guarded and not quantity
    versions = _NUMBERED.search(identifiers.words_of(cells.name)) and cells.every(r'v?\d+(?:\.\d+)*') and cells.any(r'.*\..*')
    if zeros or long or marked or versions:
        why = 'leading zeros' if zeros else 'more than 15 digits' if long else 'a mark for text' if marked else 'numbered parts'
        notes.add('kept-as-text', f'Values with {why} are kept as written.', cells.name)
        return True
    return identifiers.is_code_name(cells.name) and cells.any(r'.*\d.*')


def _any_padded(cells):
    """Returns whether any value is a whole number with leading zeros."""
    return cells.begins('0', '+0', '-0') and cells.any(r'[+-]?0\d+')


def _look_at_flags(column, notes):
    few = column.cells.repeats and column.cells.distinct <= 20
    words = {value.lower() for value in column.cells.values} if few else set()
    told = words & {'true', 'false', 'yes', 'no', 'y', 'n', 'हाँ', 'हां', 'नहीं'} or {'t', 'f'} <= words
    if not words or not told or not words <= _TRUE | _FALSE:
        return False
    by_value = [value.lower() in _TRUE for value in column.cells.values]
    column.series = pd.array(column.cells.spread(by_value, None), dtype='boolean')
    column.facts = {'type': 'boolean'}
    if len(words) > 2:
        yes, no = (listed(sorted(words & side)) for side in (_TRUE, _FALSE))
        notes.add('flags', f'Read as true: {yes or "none"}; as false: {no or "none"}.', column.cells.name)
    return True


def _look_at_values(column, notes):
    found = numbers.recognise(column.cells)
    if found is not None:
        why = numbers.conflict(found)
        if why is None:
            column.numbers, column.decimal_vote = found, found.decimals
        else:
            notes.add('kept-as-text', f'Not read as numbers: {why}.', column.cells.name, ambiguous=True)
        return
    days = dates.recognise(column.cells)
    if days is not None:
        why = dates.conflict(days)
        if why is None:
            column.dates = days
        else:
            notes.add('kept-as-text', f'Not read as dates: {why}.', column.cells.name, ambiguous=True)


def _settle_numbers(column, decimal, delimiter, notes):
    own = column.numbers.decimals
    chosen = own if own in ('.', ',') else decimal or '.'
    if own == '':
        example = next(
            value for value, figure in zip(column.cells.values, column.numbers.found)
            if figure is not None and figure.dot != figure.comma
        )
        meant = numbers.figures.to_number(example, chosen)
        usual = chosen == '.' and '.' not in example and delimiter not in (';', '\t')
        if not usual:
            notes.add('decimal-mark', f'"{example}" was read as {meant}; it may mean something else.', column.cells.name, ambiguous=True)
    elif chosen == ',':
        notes.add('decimal-mark', 'A comma is the decimal mark, a point groups thousands.', column.cells.name)
    column.series, column.facts = numbers.convert(column.numbers, chosen, notes)


def _tell_text(column, notes):
    cells = column.cells
    if column.facts['type'] == 'empty':
        return
    if cells.has(b'e', b'E') and cells.any(_LOST_DIGITS):
        places = [place for place, value in enumerate(cells.values) if re.fullmatch(_LOST_DIGITS, value)]
        examples = listed([cells.values[place] for place in places], 3)
        if 'pii' in column.facts or identifiers.is_code_name(cells.name) or cells.any(r'\d{10,}'):
            notes.add(
                'digits-lost', f'{plural(cells.rows_with(places), "value")} ({examples}) went through a spreadsheet as a number: the digits '
                'after those shown are lost and cannot be recovered.', cells.name, cells.lines_of(places), ambiguous=True,
            )
        else:
            notes.add(
                'maybe-damaged', f'{examples} may be a code that a spreadsheet took for a number; kept as text.',
                cells.name, cells.lines_of(places), ambiguous=True,
            )
    turned = [place for place, value in enumerate(cells.values) if _TURNED.fullmatch(value)] if cells.distinct < 10_000 else []
    if turned and len(turned) < len(cells.values):
        notes.add(
            'maybe-damaged', f'{listed([cells.values[place] for place in turned], 3)} may be codes or ranges that a spreadsheet took for '
            'dates, or the other way round; kept as text.', cells.name, cells.lines_of(turned), ambiguous=True,
        )
    if cells.tokens:
        words = listed(sorted({f'"{cells.values[place]}"' for place in cells.tokens}))
        notes.add('kept-as-text', f'{words} in {plural(cells.rows_with(cells.tokens), "row")} is kept as text.', cells.name)
    _tell_mixed(cells, notes)


def _tell_mixed(cells, notes):
    if cells.distinct > 10_000 or identifiers.is_code_name(cells.name):
        return
    good = [place for place, value in enumerate(cells.values) if _is_plain(value)]
    whole = cells.rows - cells.empty
    near = [place for place, value in enumerate(cells.values) if len(value) <= 24 and _NEAR.fullmatch(value)]
    few = cells.rows_with(sorted({*good, *near})) < whole * 0.6 and not identifiers.is_quantity_name(cells.name)
    if (good or near) and not few and len(good) < len(cells.values):
        bad = sorted(set(range(len(cells.values))) - set(good) - set(cells.tokens))
        if bad:
            notes.add(
                'mixed-column', f'{cells.rows_with(good)} of {whole} values are numbers, others are not '
                f'({listed([cells.values[place] for place in bad], 3)}); kept as text. to_number() reads one cell.',
                cells.name, cells.lines_of(bad), ambiguous=True,
            )


def _is_plain(value):
    figure = numbers.figures.read(value)
    return figure is not None and (figure.unit is None or numbers.figures.factor(figure.unit) is not None)


def _tell_serials(cells, notes):
    if cells.every_first(r'[2-5]\d{4}(?:\.\d+)?') and cells.every(r'[2-5]\d{4}(?:\.\d+)?'):
        tell_serials(cells.name, notes)


def tell_serials(name, notes):
    """Notes that whole numbers from 20,000 to 59,999 may be serial dates, if the column's name suggests a date."""
    if _DATE_NAME.search(identifiers.words_of(name)):
        notes.add(
            'maybe-serial-dates', 'These numbers may be days as spreadsheets count them (pd.to_datetime(s, unit="D", '
            'origin="1899-12-30")); kept as numbers.', name, ambiguous=True,
        )


def tell_zeros_lost(name, texts, notes):
    """Notes that codes stored as numbers have lost leading zeros, if some are shorter than others."""
    if len({len(text) for text in texts}) > 1 and _FIXED.search(identifiers.words_of(name)):
        notes.add(
            'zeros-lost', 'The file keeps these codes as numbers of different lengths: leading zeros, if there were any, are lost.', name,
            ambiguous=True,
        )
