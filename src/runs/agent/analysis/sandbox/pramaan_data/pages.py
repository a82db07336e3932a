"""Reads tables from web pages, because the "Excel" files of many banks are web pages."""

from . import layout
from .notes import Unreadable

_MAX_SPAN = 100


def looks_like_markup(text):
    """Returns 'html', 'xml' or None, judging by the text's beginning."""
    start = text.lstrip('\ufeff \t\r\n')[:2_000].lower()
    if not start.startswith('<'):
        return None
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
        rows = [(n, _cells(row)) for n, row in enumerate(element.iter('tr'), 1)]
        table = layout.build(rows, notes) if len(rows) > 1 else None
        if table is not None and len(table.lines):
            tables.append((f'table {len(tables) + 1}', table))
    if tables:
        notes.add('web-page', 'The file is a web page; lines are the rows of its tables.')
    return tables


def _cells(row):
    cells = []
    for cell in row.iter('td', 'th'):
        span = cell.get('colspan', '1')
        cells.append(' '.join(cell.text_content().split()))
        cells += [''] * (min(int(span), _MAX_SPAN) - 1 if span.isdigit() else 0)
    return cells
