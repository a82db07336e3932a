"""PID 1 of a sandbox: receives jobs from the host, runs each as an unprivileged user, and reports how it ended.

Exit code, signal, time-out and sizes are this process's own observations. Submitted code runs as another user and has
no descriptor of the stream. It and all its processes are gone before its report is sent.
"""

import contextlib
import json
import os
import resource
import signal
import sys

# Isolated mode does not add the script's own folder to the path.
sys.path.append(os.path.dirname(os.path.abspath(__file__)))

from pramaan_runner import files, frames, processes, resolver, warm
from pramaan_runner.job import Desk


def main():
    settings = json.loads(sys.argv[1])
    os.setgroups([])
    # This process only writes /run/job and the user's files, each with explicit modes.
    os.umask(0o022)
    _raise_soft_limit()
    stream = frames.Stream(0, 1)
    wake = _wake_on_child_end()
    names = None
    with contextlib.suppress(OSError):
        names = resolver.Resolver()
    warm.up(settings['preload'])
    nursery = processes.Nursery(settings)
    nursery.prepare()
    stream.send_json(frames.READY, {'python': sys.version.split()[0], 'names_watched': names is not None})
    desk = Desk(stream, nursery, names, wake, settings)
    with contextlib.suppress(frames.HostGone):
        while True:
            kind, payload = stream.receive()
            if kind == frames.PING:
                stream.send(frames.PONG, payload)
            elif kind == frames.JOB:
                desk.run(json.loads(payload))
            elif kind == frames.GET:
                _send_file(stream, settings['uid'], json.loads(payload))


def _send_file(stream, uid, wanted):
    try:
        with files.user(uid):
            content, size = files.read(wanted['name'].encode('utf-8'), wanted['max'])
    except (OSError, ValueError):
        stream.send_json(frames.FILE, {'found': False}, b'')
    else:
        stream.send_json(frames.FILE, {'found': True, 'size': size}, content)


def _raise_soft_limit():
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _wake_on_child_end():
    """Returns a descriptor that becomes readable when a child has ended."""
    readable, writable = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(writable, warn_on_full_buffer=False)
    return readable


if __name__ == '__main__':
    main()
