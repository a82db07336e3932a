"""Draws one page of a document inside the sandbox, and paints over parts of it.

Reads /tmp/page.json: {"format", "index", "width", "height", "hidden": [[left, top, right, bottom]]}, with boxes in the units of
width and height, and the page's file /tmp/document. Writes /tmp/page.png.
"""

import io
import json

MAX_PIXELS = 25_000_000
# Longest side of the picture in pixels: enough to read small print.
SIDE = 2_000
MAX_BYTES = 7 * 1024 * 1024
# Letters reach a little beyond the boxes that recognition returns.
MARGIN = 0.15


def main():
    with open('/tmp/page.json', encoding='utf-8') as file:
        wanted = json.load(file)
    with open('/tmp/document', 'rb') as file:
        data = file.read()
    picture = drawn(data, wanted)
    paint(picture, wanted)
    png = bytes_of(picture)
    while len(png) > MAX_BYTES:
        picture.thumbnail((picture.width * 3 // 4, picture.height * 3 // 4))
        png = bytes_of(picture)
    with open('/tmp/page.png', 'wb') as file:
        file.write(png)


def drawn(data, wanted):
    if wanted['format'] == 'pdf':
        import pypdfium2

        document = pypdfium2.PdfDocument(data)
        document.init_forms()
        page = document[wanted['index']]
        return page.render(scale=SIDE / max(*page.get_size()), may_draw_forms=True).to_pil().convert('RGB')
    import PIL.Image
    import PIL.ImageOps

    PIL.Image.MAX_IMAGE_PIXELS = MAX_PIXELS
    image = PIL.Image.open(io.BytesIO(data), formats=[wanted['format'].upper()])
    image.seek(wanted['index'])
    image = PIL.ImageOps.exif_transpose(image)
    if image.mode in ('RGBA', 'LA', 'PA') or 'transparency' in image.info:
        image = image.convert('RGBA')
        ground = PIL.Image.new('RGBA', image.size, 'white')
        ground.alpha_composite(image)
        image = ground
    image = image.convert('RGB')
    image.thumbnail((SIDE, SIDE), PIL.Image.Resampling.LANCZOS)
    return image


def paint(picture, wanted):
    import PIL.ImageDraw

    draw = PIL.ImageDraw.Draw(picture)
    across, down = picture.width / wanted['width'], picture.height / wanted['height']
    for left, top, right, bottom in wanted['hidden']:
        margin = MARGIN * (bottom - top)
        draw.rectangle(
            (
                (left - margin) * across,
                (top - margin) * down,
                (right + margin) * across,
                (bottom + margin) * down,
            ),
            fill='black',
        )


def bytes_of(picture):
    out = io.BytesIO()
    picture.save(out, 'PNG')
    return out.getvalue()


if __name__ == '__main__':
    main()
