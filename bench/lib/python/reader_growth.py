"""Measures how each sandbox reader's processor time grows while its input is doubled four times.

Uses the readers next to it in /tmp. `main` returns a reader's time in seconds for each size, and `NAMES` lists the readers.
"""

import io
import sys
import time

sys.path[:0] = ['/tmp', '/tmp/.pramaan']

STEPS = (1, 2, 4, 8, 16)
LEAST_SECONDS = 0.05


def seconds(run):
    """Returns the minimum time of three runs. Repeats short runs until the clock can measure them."""
    best = None
    for _ in range(3):
        begun = time.process_time()
        runs = 0
        while True:
            run()
            runs += 1
            took = time.process_time() - begun
            if took > LEAST_SECONDS:
                break
        best = took / runs if best is None else min(best, took / runs)
        if took > 1:
            break
    return best


# --- documents ---------------------------------------------------------------------------------------------------


def pdf(content, fields='', more='', catalog=''):
    objects = [
        f'<</Type/Catalog/Pages 2 0 R{catalog}>>',
        '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 4000 8000]/Contents 4 0 R' + fields
        + '/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>>>>>',
        f'<</Length {len(content)}>>stream\n{content}\nendstream',
    ]
    objects += more
    file = '%PDF-1.7\n'
    places = []
    for at, one in enumerate(objects, 1):
        places.append(len(file))
        file += f'{at} 0 obj\n{one}\nendobj\n'
    table = ''.join(f'{place:010} 00000 n \n' for place in places)
    end = f'<</Size {len(objects) + 1}/Root 1 0 R>>\nstartxref\n{len(file)}'
    return f'{file}xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer\n{end}\n%%EOF'.encode('latin-1')


def text_of(lines):
    return 'BT /F 5 Tf 50 7900 Td ' + ' '.join(f'({line}) Tj 0 -7 Td' for line in lines) + ' ET'


def words(size):
    return pdf(text_of(['Room rent 4,500.00 ' * 5] * (size // 100)))


def one_word(size):
    return pdf(text_of(['x' * size]))


def one_line(size):
    return pdf(text_of(['1 ' * (size // 2)]))


def fields(size, box='2000 {low} 2100 {high}'):
    count = size // 200
    lines = ['Room rent 4,500.00 ' * 5] * (size // 100)
    boxes = [
        f'<</Type/Annot/Subtype/Widget/F 4/P 3 0 R/FT/Tx/T(f{at})/V(BQTPM4821K)/Rect['
        + box.format(low=7900 - 7 * at, high=7906 - 7 * at) + ']>>'
        for at in range(count)
    ]
    names = ' '.join(f'{5 + at} 0 R' for at in range(count))
    return pdf(text_of(lines), f'/Annots[{names}]', boxes, f'/AcroForm<</Fields[{names}]>>')


def xfa(size):
    data = '<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data><a>'
    data += '<PAN>BQTPM4821K</PAN>' * (size // 21) + '</a></xfa:data></xfa:datasets>'
    stream = f'<</Length {len(data)}>>stream\n{data}\nendstream'
    return pdf(text_of(['Please wait']), '', [stream], '/NeedsRendering true/AcroForm<</Fields[]/XFA[(datasets) 5 0 R]>>')


def read_document(data):
    from reader import read

    return lambda: read(data, 60)


def picture(size):
    import numpy
    from PIL import Image, ImageDraw

    side = round((size * 8) ** 0.5)
    image = Image.fromarray(numpy.random.default_rng(1).normal(128, 40, (side, side)).clip(0, 255).astype('uint8'))
    pen = ImageDraw.Draw(image)
    for top in range(side // 8, side * 7 // 8, 24):
        pen.text((side // 8, top), 'Room rent 4,500.00 ' * (side // 200), fill=0)
    return image


def look_at(name, image):
    import coverage
    import pictures
    import sheet

    look = {
        'straightened': pictures.straight,
        'lit': pictures.lit,
        'sheet cut out': sheet.sheet_of,
        'ink counted': lambda image: coverage.unread_share(image, [(9, top, 99, top + 9) for top in range(0, image.height, 12)]),
    }[name]
    return lambda: look(image)


DOCUMENTS = {
    'PDF, words': words,
    'PDF, one word': one_word,
    'PDF, one line': one_line,
    'PDF, form fields': fields,
    'PDF, fields over all': lambda size: fields(size, '0 0 4000 8000'),
    'PDF, XFA data': xfa,
}
PICTURES = ('straightened', 'lit', 'sheet cut out', 'ink counted')


# --- datasets ----------------------------------------------------------------------------------------------------


def rows(line, size):
    return ''.join(line.format(n=at, m=at % 97) for at in range(size // 24))


def xlsx(size):
    import openpyxl

    book = openpyxl.Workbook()
    for at in range(size // 60):
        book.active.append([f'id{at}', at % 97, f'2026-11-{at % 28 + 1:02}', 'Pune'] if at else ['id', 'n', 'day', 'city'])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def parquet(size):
    import pandas

    file = io.BytesIO()
    pandas.DataFrame({'id': [f'id{at}' for at in range(size // 12)], 'n': range(size // 12)}).to_parquet(file)
    return file.getvalue()


DATASETS = {
    'CSV': lambda size: 'id,n,day,city\n' + rows('id{n},{m},2026-11-12,Pune\n', size),
    'CSV, open quotes': lambda size: 'id,n\n' + rows('"id{n},{m}\n', size),
    'CSV, one long cell': lambda size: 'id,n\n"' + 'x' * size + '",1\n',
    'CSV, columns': lambda size: ','.join(f'c{at}' for at in range(size // 16)) + '\n' + ','.join('1' for _ in range(size // 16)) + '\n',
    'CSV, totals': lambda size: 'id,n\n' + rows('Total,{m}\n', size),
    'CSV, headers again': lambda size: 'id,n\n' + rows('id,n\n{n},{m}\n', size),
    'CSV, empty lines': lambda size: 'id,n\n1,2\n' + '\n' * size + '3,4\n',
    'CSV, NUL': lambda size: 'id,n\n' + rows('\0{n},{m}\n', size),
    'CSV, identifiers': lambda size: 'pan,mobile\n' + rows('ABCPK1234L,9876543210\n', size),
    'CSV, digits': lambda size: 'id,n\n' + rows('1,{m}.000000000\n', size) + '1,' + '1' * size + '\n',
    'text, aligned': lambda size: 'id    n     city\n' + rows('{n}    {m}    Pune\n', size),
    'text, spaces': lambda size: 'id  n\n' + ' ' * size + 'x\n1  2\n',
    'text, one line': lambda size: 'x' * size,
    'JSON': lambda size: '[' + rows('{{"id":{n},"city":"Pune"}},', size) + '{"id":0}]',
    'JSON, columns': lambda size: '[{' + ','.join(f'"c{at}":1' for at in range(size // 10)) + '}]',
    'JSON, new column a row': lambda size: '[' + ','.join(f'{{"c{at}":1}}' for at in range(size // 400)) + ']',
    'JSON, nested': lambda size: '[' + rows('{{"a":{{"b":{{"c":{n}}}}}}},', size) + '{"a":1}]',
    'JSON, list in a row': lambda size: '[{"name":"' + 'x' * size + '","list":[' + '1,' * (size // 2) + '1]}]',
    'JSON lines': lambda size: rows('{{"id":{n},"city":"Pune"}}\n', size),
    'JSON lines, broken': lambda size: rows('{{"id":{n},"city":\n', size),
    'HTML': lambda size: '<table>' + rows('<tr><td>{n}<td>{m}', size) + '</table>',
    'HTML, tables': lambda size: '<table><tr><td>a<td>b<tr><td>1<td>2</table>' * (size // 400),
    'HTML, nested': lambda size: '<html><body>' + '<table><tr><td>' * (size // 400) + 'x',
    'xlsx': xlsx,
    'parquet': parquet,
}


def read_dataset(data):
    from pramaan_data import Unreadable, read

    with open('/tmp/growth', 'wb') as file:
        file.write(data.encode() if isinstance(data, str) else data)

    def run():
        try:
            read('/tmp/growth')
        except Unreadable:
            pass

    return run


# --- the runner's own input and output -----------------------------------------------------------------------------


def frames(size):
    from pramaan_runner.frames import HEADER, Stream

    frame = HEADER.pack(ord('J'), 59) + b'x' * 59

    def run():
        stream = Stream(None, None)
        stream._buffer += frame * (size // 64)
        for _ in range(size // 64):
            stream.receive()

    return run


def value(made):
    from pramaan_runner.value import describe

    return lambda: describe(made, 1 << 19)


RUNNER = {
    'runner, frames': frames,
    'runner, value as JSON': lambda size: value([{'n': at} for at in range(size // 10)]),
    'runner, value as repr': lambda size: value({at: 'x' for at in range(size // 10)}),
    'runner, text': lambda size: value('हज़ार ' * (size // 6)),
}

READERS = {
    **{name: lambda size, make=make: read_document(make(size)) for name, make in DOCUMENTS.items()},
    **{f'picture, {name}': lambda size, name=name: look_at(name, picture(size)) for name in PICTURES},
    **{name: lambda size, make=make: read_dataset(make(size)) for name, make in DATASETS.items()},
    **RUNNER,
}
NAMES = list(READERS)


def main(name, start):
    times = []
    for step in STEPS:
        run = READERS[name](start * step)
        if not times:
            run()
        times.append(seconds(run))
    return times
