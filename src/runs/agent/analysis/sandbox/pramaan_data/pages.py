"""Reads tables from web pages, because the "Excel" files of many banks are web pages."""

from . import layout
from .header import is_value
from .notes import Unreadable, plural

_MAX_SPAN = 100


def looks_like_markup(text):
    """Returns 'html', 'xml' or None, judging by the text's beginning."""
    start = text.lstrip('\ufeff \t\r\n')[:2_000].lower()
    if not start.startswith('<'):
        return None
    if 'schemas-microsoft-com:office:spreadsheet' in start:
        return 'xml'
    if '<table' in text.lower() or start.startswith(('<html', '<!doctype html')):
        return 'html'
    return 'xml' if start.startswith(('<?xml', '<!')) or start[1:2].isalpha() else None


def read(text, markup, notes):
    """Returns [(name, Table)]. Raises Unreadable."""
    if markup == 'xml':
        raise Unreadable('kind', 'the file is XML; save it as CSV or xlsx')
    import lxml.html

    try:
        page = lxml.html.document_fromstring(text.encode('utf-8'), parser=lxml.html.HTMLParser(encoding='utf-8', huge_tree=False))
    except Exception:
        raise Unreadable('damaged', 'the page cannot be read') from None
    tables = []
    for element in page.iter('table'):
        if element.find('.//table') is not None:
            # This table is only used for layout. The tables inside it contain the rows.
            continue
        rows = list(enumerate(_grid(element, notes), 1))
        table = layout.build(rows, notes) if len(rows) > 1 else None
        if table is not None and len(table.lines):
            tables.append((f'table {len(tables) + 1}', table))
    if tables:
        notes.add('web-page', 'The file is a web page; lines are the rows of its tables.')
    return tables


def _grid(table, notes):
    """Returns the table's rows. A label that spans rows is repeated in each of them. A value that does is not, because a sum
    would count it several times."""
    rows, pending, kept = [], {}, 0
    for row in table.iter('tr'):
        cells = []
        for cell in row.iter('td', 'th'):
            _fill(cells, pending)
            text = _text(cell)
            across, down = _span(cell, 'colspan'), _span(cell, 'rowspan')
            if down > 1:
                below = '' if is_value(text) else text
                kept += below != text
                for n in range(across):
                    pending[len(cells) + n] = (down - 1, below if n == 0 else '')
            cells += [text] + [''] * (across - 1)
        _fill(cells, pending)
        rows.append(cells)
    if kept:
        notes.add(
            'merged-cells', f'{plural(kept, "value")} of cells that span several rows are in the first of these only; ffill() fills the '
            'others.', ambiguous=True,
        )
    return rows


def _fill(cells, pending):
    """Adds the cells that reach down from the rows above."""
    while len(cells) in pending:
        at = len(cells)
        left, text = pending.pop(at)
        if left > 1:
            pending[at] = (left - 1, text)
        cells.append(text)


def _text(cell):
    for part in cell.iter('br', 'p', 'div', 'li'):
        part.tail = f' {part.tail or ""}'
    return ' '.join(cell.text_content().split())


def _span(cell, name):
    span = cell.get(name, '1').strip()
    return max(1, min(int(span), _MAX_SPAN)) if span.isdigit() else 1
