"""Reads a dataset of any kind into frames."""

import io
import mmap
import re

import pyarrow as pa

from . import bulk, columns, encoding, kinds, layout, pages, parts, records, rows, sheets
from .notes import Notes, Unreadable, listed, plural
from .profile import describe

_PROBE_LINES = 100
_PROBE = 1 << 16
_JSON_START = re.compile(r'\[\s*[\[{"]|\{\s*"')


def read(path):
    """Returns (frames by name, rejected rows, profile). Raises Unreadable."""
    notes = Notes()
    kind, data = kinds.unpack(_bytes_of(path), notes)
    facts = {'bytes': len(data)}
    if kind != 'text':
        data = bytes(data)
    if kind == 'text':
        tables, more = _read_text(path, data, notes)
        facts |= more
    elif kind in ('xlsx', 'xls'):
        facts['kind'] = kind
        tables = sheets.read_xlsx(io.BytesIO(data), len(data), notes) if kind == 'xlsx' else sheets.read_xls(data, notes)
    else:
        return _read_arrow(data, kind, facts, notes)
    del data
    if not tables:
        raise Unreadable('empty', 'there is no table in the dataset')
    frames, profiles, rejected = {}, [], []
    for name, table in tables:
        frame, column_facts = columns.convert(table, facts.get('delimiter'), notes)
        table.columns = None
        frames[name] = frame
        if facts.get('kind') in ('csv', 'tsv', 'text'):
            _tell_prose(column_facts, notes)
        rejected += table.rejected
        profiles.append(describe(name, frame, column_facts, table))
    return frames, rejected, _finish(facts, profiles, notes)


def _bytes_of(path):
    """Returns the file's bytes. A large file is mapped, because reading it into memory takes as long as
    scanning it."""
    with open(path, 'rb') as file:
        size = file.seek(0, io.SEEK_END)
        if size >= bulk.LEAST_BYTES > 0:
            # Every page is needed, so all are mapped at once.
            return mmap.mmap(file.fileno(), 0, flags=mmap.MAP_SHARED | mmap.MAP_POPULATE, prot=mmap.PROT_READ)
        file.seek(0)
        return file.read()


def _tell_prose(facts, notes):
    """Notes that the file may be prose that happens to contain commas, if column names are sentences and no column has
    values."""
    if len(facts) == 1 and next(iter(facts.values()))['type'] == 'text':
        notes.add('one-column', 'Only one column of text was found; /tmp/dataset holds the original file.')
    sentences = [name for name in facts if len(name.split()) > 5 or re.search(r'[a-z][.!?]$', name)]
    if sentences and all(fact['type'] in ('text', 'empty') for fact in facts.values()):
        notes.add(
            'maybe-prose', 'This may be prose rather than a table; /tmp/dataset holds the original file.', ambiguous=True,
        )


def _finish(facts, profiles, notes):
    profiles.sort(key=lambda profile: -profile['rows'] * profile['columns_count'])
    if len(profiles) > 1:
        others = [f'"{profile["name"]}"' for profile in profiles[1:]]
        notes.add('several-tables', f'`df` is "{profiles[0]["name"]}"; `tables` has that and {listed(others)}.', ambiguous=True)
    if profiles[0]['rows'] == 0:
        notes.add('no-rows', 'There is a header but no row.', ambiguous=True)
    return {**facts, 'tables': profiles[:20], 'notes': notes.items}


def _read_text(path, data, notes):
    """`data` is the content of the file or, if it is an archive, of the file in it."""
    signs = encoding.Signs(data)
    codec, name, errors = encoding.detect(data, signs, notes)
    probe = data[:_PROBE].decode(codec, 'replace')
    markup = pages.looks_like_markup(probe)
    if markup is not None:
        return pages.read(bytes(data).decode(codec, 'replace'), markup, notes), {'encoding': name, 'kind': 'html'}
    form = records.looks_like_json(probe)
    facts = {'encoding': name}
    if form == 'json':
        try:
            table = records.read_json(bytes(data).decode(codec, errors), notes)
            return [('data', table)], {**facts, 'kind': 'json'}
        except Unreadable:
            start = probe.lstrip('\ufeff \t\r\n')
            # This may be JSON Lines with a broken first line. Otherwise it is broken JSON, or a CSV file whose first cell
            # begins with a bracket.
            form = 'lines' if start[0] == '{' and '\n{' in start else None
            if form is None and _JSON_START.match(start):
                raise
    if isinstance(data, mmap.mmap):
        file = open(path, encoding=codec, errors=errors, newline='')
    else:
        file = io.TextIOWrapper(io.BytesIO(data), codec, errors, newline='')
    if form == 'lines':
        return [('data', records.read_lines(file, notes))], {**facts, 'kind': 'jsonl'}
    if len(data) < bulk.LEAST_BYTES:
        signs = None
    elif codec != 'utf-8' or errors != 'strict':
        signs = encoding.Signs(bytes(data).decode(codec, errors).encode())
    return _read_delimited(file, signs, facts, notes)


def _read_delimited(file, signs, facts, notes):
    """`signs` are those of the file in UTF-8 if it is large, otherwise None."""
    head = [line for line, _ in zip(file, range(_PROBE_LINES))]
    skip = 0
    if head and head[0].strip().lower().startswith('sep=') and len(head[0].strip()) == 5:
        # The first line tells spreadsheet programs the delimiter.
        delimiter, skip = head[0].strip()[4], 1
    else:
        delimiter = None if rows.is_aligned(head) else rows.choose_delimiter([line.replace('\0', '') for line in head])
    file.seek(0)
    aligned = delimiter is None and rows.is_aligned(head)
    if aligned:
        delimiter = rows.ALIGNED
        notes.add('aligned', 'There is no delimiter; columns were split at two or more spaces.', ambiguous=True)
    labelled = rows.by_label(file) if signs is None and delimiter is None else None
    file.seek(0)
    lines = rows.Lines(rows.split_aligned(file, head) if aligned else file)
    for _ in range(skip):
        next(lines)
    escaped = rows.uses_backslash(head)
    quote = rows.quote_of(head)
    found = rows.Records(lines, delimiter, escaped, quote)
    regular = signs is not None and not escaped and quote == '"' and not aligned and delimiter is not None
    if labelled is not None:
        notes.add('labelled-lines', 'Each line holds a name and a value; the names became columns.', ambiguous=True)
        tables = [layout.build(labelled, notes, delimiter)]
    elif signs is None:
        tables = _build_parts(list(found), delimiter, notes)
    else:
        tables = [layout.build(found, notes, delimiter, bulk.Bulk(signs, delimiter) if regular else None, lines)]
    if tables[0] is None:
        raise Unreadable('empty', 'there is no table in the dataset')
    if lines.nul_lines:
        notes.add('nul', f'NUL characters removed on {plural(len(lines.nul_lines), "line")}.', lines=lines.nul_lines)
    if found.broken:
        notes.add(
            'quotes-repaired', f'Quotes do not close on {plural(len(found.broken), "line")}; read as plain characters: {listed(found.broken)}.',
            lines=found.broken, ambiguous=True,
        )
    kind = {'\t': 'tsv', None: 'text', rows.ALIGNED: 'text'}.get(delimiter, 'csv')
    named = [('data' if n == 0 else f'data ({n + 1})', table) for n, table in enumerate(tables)]
    return named, {**facts, 'kind': kind, 'delimiter': delimiter}


def _build_parts(found, delimiter, notes):
    """Builds the tables of a small file, which may be below each other."""
    starts = [0, *parts.borders([cells for _, cells in found])]
    ends = [*starts[1:], len(found)]
    tables = [layout.build(found[start:end], notes, delimiter) for start, end in zip(starts, ends)]
    if len(tables) > 1:
        parts.tell([found[start][0] for start in starts[1:]], notes)
    return [table for n, table in enumerate(tables) if n == 0 or table is not None]


def _read_arrow(data, kind, facts, notes):
    try:
        if kind == 'parquet':
            import pyarrow.parquet

            table = pyarrow.parquet.ParquetFile(pa.BufferReader(data)).read()
        else:
            table = pa.ipc.open_file(pa.BufferReader(data)).read_all()
    except Exception as error:
        # A damaged file can cause any kind of exception, for example because its names are not text.
        raise Unreadable('damaged', f'the {kind} file cannot be read ({type(error).__name__})') from None
    from .arrow import frame_of

    frame, column_facts = frame_of(table, notes)
    whole = layout.Table(list(frame.columns), [], [])
    return {'data': frame}, [], _finish({**facts, 'kind': kind}, [describe('data', frame, column_facts, whole)], notes)
