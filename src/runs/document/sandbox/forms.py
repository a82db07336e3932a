"""Reads values that were filled into a PDF: form fields, and text added with a viewer's typewriter tool."""

import ctypes
from bisect import bisect_left, bisect_right

import pypdfium2.raw as raw

LINE_HEIGHT = 12
MAX_ANNOTATIONS = 2_000
MAX_VALUE = 10_000
# Maximum number of words to examine per box. Otherwise, each of many overlapping boxes would examine every word on the page.
MAX_WORDS_LEVEL = 2_000
# Flag bits from the PDF standard.
HIDDEN, NO_VIEW = 2, 32
PASSWORD = 1 << 13
CHOSEN, NOT_CHOSEN = '[x]', '[ ]'


def filled_in(page, formenv, words):
    """Lists a page's field values as words at their fields' positions, except those that are also in the text layer."""
    values = []
    shown_in = shown_within(words)
    for label, value, left, bottom, right, top in fields_of(page, formenv):
        shown = shown_in(left, bottom, right, top)
        for nth, line in enumerate(value.splitlines() or [value]):
            if not line.strip():
                continue
            # A field is taller than its writing, which is in the middle, or at the top if there are several lines.
            many = '\n' in value or '\r' in value or top - bottom > 3 * LINE_HEIGHT
            high = top - nth * LINE_HEIGHT if many else min(top, (bottom + top + LINE_HEIGHT) / 2)
            low = high - min(LINE_HEIGHT, top - bottom)
            if line.strip() not in shown:
                values.append([line.strip(), left, right, low, high])
    return values


def shown_within(words):
    """Creates a function that joins the words inside a box. It only examines words at the box's height on the page."""
    by_height = sorted(((low + high) / 2, at) for at, (_, _, _, low, high) in enumerate(words))
    heights = [height for height, _ in by_height]

    def shown(left, bottom, right, top):
        level = by_height[bisect_right(heights, bottom) : bisect_left(heights, top)][:MAX_WORDS_LEVEL]
        inside = (words[at] for at in sorted(at for _, at in level))
        return ' '.join(chars for chars, start, end, *_ in inside if left < (start + end) / 2 < right)

    return shown


def lines_of_fields(page, formenv):
    """Lists the field values of a page that has no text next to its fields, with each field's own name as the label."""
    return [f'{label}: {value}' if label else value for label, value, *_ in fields_of(page, formenv) if value.strip()]


def fields_of(page, formenv):
    """Yields (label, value, left, bottom, right, top) for every field that has a value and is visible in a viewer."""
    for at in range(min(raw.FPDFPage_GetAnnotCount(page), MAX_ANNOTATIONS)):
        annotation = raw.FPDFPage_GetAnnot(page, at)
        if not annotation:
            continue
        try:
            if raw.FPDFAnnot_GetFlags(annotation) & (HIDDEN | NO_VIEW):
                continue
            value = value_of(annotation, formenv)
            rect = raw.FS_RECTF()
            if value is None or not raw.FPDFAnnot_GetRect(annotation, rect):
                continue
            label = ''
            if formenv is not None:
                label = text_from(raw.FPDFAnnot_GetFormFieldAlternateName, formenv, annotation)
                label = label or text_from(raw.FPDFAnnot_GetFormFieldName, formenv, annotation)
            yield (' '.join(label.split()), value, rect.left, rect.bottom, rect.right, rect.top)
        finally:
            raw.FPDFPage_CloseAnnot(annotation)


def value_of(annotation, formenv):
    """Returns the value as shown in a viewer; None if there is none or it is not shown."""
    kind = raw.FPDFAnnot_GetSubtype(annotation)
    if kind == raw.FPDF_ANNOT_FREETEXT:
        return text_from(raw.FPDFAnnot_GetStringValue, annotation, b'Contents')
    if kind != raw.FPDF_ANNOT_WIDGET or formenv is None:
        return None
    field = raw.FPDFAnnot_GetFormFieldType(formenv, annotation)
    if field in (raw.FPDF_FORMFIELD_CHECKBOX, raw.FPDF_FORMFIELD_RADIOBUTTON):
        return CHOSEN if raw.FPDFAnnot_IsChecked(formenv, annotation) else NOT_CHOSEN
    if field in (raw.FPDF_FORMFIELD_COMBOBOX, raw.FPDF_FORMFIELD_LISTBOX):
        chosen = [
            text_from(raw.FPDFAnnot_GetOptionLabel, formenv, annotation, at)
            for at in range(min(raw.FPDFAnnot_GetOptionCount(formenv, annotation), MAX_VALUE))
            if raw.FPDFAnnot_IsOptionSelected(formenv, annotation, at)
        ]
        return ', '.join(chosen) or text_from(raw.FPDFAnnot_GetFormFieldValue, formenv, annotation)
    if field == raw.FPDF_FORMFIELD_TEXTFIELD:
        if raw.FPDFAnnot_GetFormFieldFlags(formenv, annotation) & PASSWORD:
            return None
        return text_from(raw.FPDFAnnot_GetFormFieldValue, formenv, annotation)
    return None


def text_from(function, *arguments):
    """Reads text from the library, which must first be asked for the size in bytes."""
    size = function(*arguments, None, 0)
    if not 2 < size <= 2 * MAX_VALUE:
        return ''
    buffer = ctypes.create_string_buffer(size)
    function(*arguments, ctypes.cast(buffer, ctypes.POINTER(raw.FPDF_WCHAR)), size)
    return buffer.raw[: size - 2].decode('utf-16-le', 'replace').replace('\0', '')
