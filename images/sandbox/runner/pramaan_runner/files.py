"""Accesses files in /tmp, always with the rights of the submitted code's user and without following links."""

import contextlib
import os
import stat
import time

ROOT = b'/tmp'
CHARTS = b'.charts'
MAX_ENTRIES = 5_000
MAX_DEPTH = 12
MAX_LISTED = 1_000
# Size of the names in the report. A name may have 12 parts of 255 bytes, and JSON may need six bytes for each byte.
MAX_LISTED_BYTES = 256 << 10
MAX_CHARTS = 20
MAX_CHART_BYTES = 5 << 20
PNG = b'\x89PNG\r\n\x1a\n'

# The host waits only a few seconds for the report, and gVisor takes long to read many folders.
_SURVEY_WITHIN_S = 1.5

_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


@contextlib.contextmanager
def user(uid):
    """Temporarily acts as another user. Keeps the real and saved users, so that its processes get no power over us."""
    os.setegid(uid)
    os.seteuid(uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)


def _open_folder(parts, make):
    folder = os.open(ROOT, _DIRECTORY)
    for part in parts:
        try:
            if make:
                with contextlib.suppress(FileExistsError):
                    os.mkdir(part, 0o755, dir_fd=folder)
            inner = os.open(part, _DIRECTORY, dir_fd=folder)
        finally:
            os.close(folder)
        folder = inner
    return folder


def open_file(name, flags, make=False):
    """Opens /tmp/<name>, where name is bytes with '/' between its parts. Raises OSError or ValueError."""
    parts = name.split(b'/')
    if not all(part not in (b'', b'.', b'..') and b'\0' not in part for part in parts):
        raise ValueError('not a plain relative name')
    folder = _open_folder(parts[:-1], make)
    try:
        return os.open(parts[-1], flags | _FILE, 0o644, dir_fd=folder)
    finally:
        os.close(folder)


def read(name, limit):
    """Returns up to limit bytes of a regular file, and its size. Raises OSError or ValueError."""
    file = open_file(name, os.O_RDONLY)
    try:
        info = os.fstat(file)
        if not stat.S_ISREG(info.st_mode):
            raise ValueError('not a regular file')
        content = bytearray()
        while len(content) < min(limit, info.st_size):
            data = os.read(file, min(1 << 20, limit - len(content)))
            if not data:
                break
            content += data
        return bytes(content), info.st_size
    finally:
        os.close(file)


def survey():
    """Returns ([(name, size, mtime in ns)], complete) for regular files below /tmp, nearest first, without links."""
    found = []
    folders = [(b'', 0)]
    entries = 0
    complete = True
    until = time.monotonic() + _SURVEY_WITHIN_S
    for prefix, depth in folders:
        if time.monotonic() > until:
            return found, False
        try:
            with os.scandir(ROOT + b'/' + prefix) as listing:
                for entry in listing:
                    entries += 1
                    if entries > MAX_ENTRIES:
                        return found, False
                    path = prefix + entry.name
                    if entry.is_dir(follow_symlinks=False):
                        if depth < MAX_DEPTH:
                            folders.append((path + b'/', depth + 1))
                        else:
                            complete = False
                    elif entry.is_file(follow_symlinks=False):
                        info = entry.stat(follow_symlinks=False)
                        found.append((path, info.st_size, info.st_mtime_ns))
        except OSError:
            complete = False
    return found, complete


def chart_names(found):
    """Returns the names of possible charts, in the order in which they were made."""
    pictures = [item for item in found if item[0].lower().endswith(b'.png') and 0 < item[1] <= MAX_CHART_BYTES]
    pictures.sort(key=lambda item: item[2])
    return [name for name, _, _ in pictures[:MAX_CHARTS]]


def is_figure(name):
    """Returns whether the runner drew it."""
    return name.startswith(CHARTS + b'/')


def remove_figures():
    """Removes the drawn figures, so that a session's next job does not see them."""
    folder = ROOT + b'/' + CHARTS
    with contextlib.suppress(OSError):
        for name in os.listdir(folder):
            os.unlink(folder + b'/' + name)
        os.rmdir(folder)
