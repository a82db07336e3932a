"""Recognises a file's kind by its bytes rather than its name."""

import gzip
import io
import re
import zipfile
import zlib

from .notes import Unreadable

MAX_BYTES = 256 << 20
_CONTENT = re.compile(rb'[^ \t\r\n\0]')
_REFUSED = (
    (b'%PDF', 'a PDF document; POST /v1/documents/extract reads those'),
    (b'\x89PNG', 'a picture'), (b'\xff\xd8\xff', 'a picture'), (b'GIF8', 'a picture'),
    (b'SQLite format 3\0', 'an SQLite database; export the table as CSV'),
    (b'\x1f\xa0', 'a compressed file of an unsupported kind'), (b'BZh', 'a bzip2 file; send it unpacked or as gzip'),
    (b'\xfd7zXZ', 'an xz file; send it unpacked or as gzip'), (b'Rar!', 'a RAR archive'), (b'7z\xbc\xaf', 'a 7-Zip archive'),
    (b'{\\rtf', 'an RTF document'), (b'\x28\xb5\x2f\xfd', 'a Zstandard file; send it unpacked or as gzip'),
)


def unpack(data, notes):
    """`data` is bytes or a mapped file. Returns (kind, bytes), where kind is 'xlsx', 'xls', 'parquet', 'arrow' or 'text'. Unpacks archives with a single file.
    Raises Unreadable."""
    for _ in range(2):
        if data[:2] == b'\x1f\x8b':
            data = _gunzip(data)
            notes.add('unpacked', 'The file was gzipped.')
        elif data[:4] in (b'PK\x03\x04', b'PK\x05\x06'):
            kind, data = _unzip(data, notes)
            if kind is not None:
                return kind, data
        else:
            break
    if data[:4] == b'PAR1':
        return 'parquet', data
    if data[:6] == b'ARROW1':
        return 'arrow', data
    if data[:8] == b'\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1':
        if data.find('EncryptedPackage'.encode('utf-16-le')) >= 0:
            raise Unreadable('encrypted', 'the spreadsheet has a password')
        return 'xls', data
    for magic, what in _REFUSED:
        if data[:len(magic)] == magic:
            raise Unreadable('kind', f'the file is {what}, not a dataset')
    if _CONTENT.search(data) is None:
        raise Unreadable('empty', 'the dataset is empty')
    return 'text', data


def _gunzip(data):
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, EOFError, zlib.error):
        raise Unreadable('damaged', 'the gzip file is damaged') from None
    if len(content) > MAX_BYTES:
        raise Unreadable('large', 'the dataset is more than 256 MiB when unpacked')
    return content


def _unzip(data, notes):
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        names = archive.namelist()
        if 'xl/workbook.xml' in names or any(name.startswith('xl/') for name in names):
            if 'xl/workbook.bin' in names:
                raise Unreadable('kind', 'the file is a binary spreadsheet (.xlsb); save it as .xlsx')
            return 'xlsx', data
        if 'content.xml' in names:
            raise Unreadable('kind', 'the file is an OpenDocument file; save it as .xlsx or CSV')
        files = [item for item in archive.infolist() if not item.is_dir() and '__MACOSX' not in item.filename]
        if len(files) != 1:
            raise Unreadable('kind', f'the archive has {len(files)} files; send one dataset')
        if files[0].flag_bits & 1:
            raise Unreadable('encrypted', 'the archive has a password')
        if files[0].file_size > MAX_BYTES:
            raise Unreadable('large', 'the dataset is more than 256 MiB when unpacked')
        content = archive.read(files[0])
    except Unreadable:
        raise
    except Exception:
        # For a damaged archive, the library may raise any kind of exception.
        raise Unreadable('damaged', 'the archive is damaged') from None
    notes.add('unpacked', 'The file was unpacked from a zip archive.')
    return None, content
