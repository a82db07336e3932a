"""Reads values filled into an XFA form. Its pages exist only in its vendor's viewer, but its data is stored separately as
XML."""

import ctypes
import xml.etree.ElementTree as ElementTree

import pypdfium2.raw as raw

MAX_PACKETS = 100
MAX_BYTES = 4_000_000
MAX_VALUES = 2_000
MAX_VALUE = 10_000
DATA = '{http://www.xfa.org/schema/xfa-data/1.0/}data'


def lines_of_xfa(document):
    """Lists the form's values, each after its field's name. Returns nothing if the data cannot be read."""
    try:
        root = ElementTree.fromstring(packet_of(document, 'datasets'))
    except ElementTree.ParseError:
        return []
    lines = []
    for data in root.iter(DATA):
        for field in data.iter():
            value = ' '.join((field.text or '').split())[:MAX_VALUE]
            if len(field) == 0 and value and len(lines) < MAX_VALUES:
                name = field.tag.rpartition('}')[2].replace('_', ' ')
                lines.append(f'{name}: {value}')
    return lines


def packet_of(document, wanted):
    """Returns a packet's bytes, or no bytes if the packet does not exist or is too large."""
    for at in range(min(raw.FPDF_GetXFAPacketCount(document), MAX_PACKETS)):
        if name_of(document, at) != wanted:
            continue
        size = ctypes.c_ulong()
        if not raw.FPDF_GetXFAPacketContent(document, at, None, 0, size) or size.value > MAX_BYTES:
            return b''
        buffer = ctypes.create_string_buffer(size.value)
        read = raw.FPDF_GetXFAPacketContent(document, at, buffer, size.value, size)
        return buffer.raw if read else b''
    return b''


def name_of(document, at):
    size = raw.FPDF_GetXFAPacketName(document, at, None, 0)
    buffer = ctypes.create_string_buffer(max(1, size))
    raw.FPDF_GetXFAPacketName(document, at, buffer, size)
    return buffer.value.decode('utf-8', 'replace')
