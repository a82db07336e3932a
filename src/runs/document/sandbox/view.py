"""A picture prepared for recognition, with the transformation back to the page as its file displays it."""

import numpy


class View:
    """`back` is the matrix that maps a point of `image` to the displayed page, in homogeneous coordinates."""

    def __init__(self, image, back=None):
        self.image = image
        self.back = numpy.eye(3) if back is None else back

    def same(self, image):
        """Returns a view with other pixels at the same places."""
        return View(image, self.back)

    def scaled(self, image):
        """Returns a view of the same picture in another size."""
        scale = numpy.diag([self.image.width / image.width, self.image.height / image.height, 1])
        return View(image, self.back @ scale)

    def changed(self, image, back):
        """Returns a view of another picture. `back` maps its points to those of this one."""
        return View(image, self.back @ numpy.array(back, float).reshape(3, 3))

    def turned(self, turn):
        """Returns a view rotated by a right angle."""
        import PIL.Image

        width, height = self.image.size
        back = {
            PIL.Image.Transpose.ROTATE_90: (0, -1, width, 1, 0, 0, 0, 0, 1),
            PIL.Image.Transpose.ROTATE_180: (-1, 0, width, 0, -1, height, 0, 0, 1),
            PIL.Image.Transpose.ROTATE_270: (0, 1, 0, -1, 0, height, 0, 0, 1),
        }[turn]
        return self.changed(self.image.transpose(turn), back)

    def rotated(self, angle):
        """Returns a view rotated counterclockwise by a small angle, in degrees, with white corners."""
        import PIL.Image

        image = self.image.rotate(angle, resample=PIL.Image.Resampling.BICUBIC, expand=True, fillcolor=255)
        sine, cosine = numpy.sin(numpy.radians(angle)), numpy.cos(numpy.radians(angle))
        middle = numpy.array([image.width / 2, image.height / 2])
        spin = numpy.array([[cosine, -sine], [sine, cosine]])
        shift = numpy.array([self.image.width / 2, self.image.height / 2]) - spin @ middle
        return self.changed(image, (*spin[0], shift[0], *spin[1], shift[1], 0, 0, 1))

    def on_page(self, box):
        """Returns the rectangle of the displayed page that contains `box` (left, top, right, bottom) of this view."""
        left, top, right, bottom = box
        corners = self.back @ numpy.array([[left, right, right, left], [top, top, bottom, bottom], [1, 1, 1, 1]], float)
        across, down = corners[0] / corners[2], corners[1] / corners[2]
        return [round(float(edge), 1) for edge in (across.min(), down.min(), across.max(), down.max())]
