"""Detects in which script a page is written, if the image can read other scripts than Latin and Devanagari."""

import os

FOLDERS = ('/usr/share/tesseract-ocr/5/tessdata', '/usr/share/tesseract-ocr/4.00/tessdata')
# Scripts as Tesseract names them, each with the languages written in it.
LANGUAGES = {
    'Tamil': ('tam',),
    'Telugu': ('tel',),
    'Bengali': ('ben', 'asm'),
    'Gujarati': ('guj',),
    'Kannada': ('kan',),
    'Malayalam': ('mal',),
    'Gurmukhi': ('pan',),
    'Oriya': ('ori',),
    'Devanagari': ('mar',),
}

# The language of the page in progress, if it is neither English nor Hindi.
found = None


def folder():
    return next(path for path in FOLDERS if os.path.exists(f'{path}/eng.traineddata'))


def detect(image):
    """Sets `found` by the shapes of a page's letters. Returns whether it found another language that the image can read."""
    global found
    path = folder()
    if not os.path.exists(f'{path}/osd.traineddata'):
        return False
    import tesserocr

    with tesserocr.PyTessBaseAPI(path=path, lang='osd', psm=tesserocr.PSM.OSD_ONLY) as api:
        api.SetImage(image)
        seen = api.DetectOrientationScript()
    names = LANGUAGES.get(seen['script_name'], ()) if seen else ()
    found = next((name for name in names if os.path.exists(f'{path}/{name}.traineddata')), None)
    return found is not None
