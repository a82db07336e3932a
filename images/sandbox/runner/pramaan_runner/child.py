"""The process that runs one job. It is forked in advance, loses its rights, and is stopped until the job arrives."""

import ctypes
import gc
import json
import os
import resource
import signal
import sys

from pramaan_runner import program
from pramaan_runner import syscalls

STDIN = '/run/job/stdin'
SCRIPT = '/run/job/main.sh'

# Replacements for programs that an old gVisor cannot run.
_PLAIN = '/opt/plain'
_PR_SET_DUMPABLE = 4
_AT_FDCWD, _AT_NO_AUTOMOUNT, _STATX_BASIC_STATS = -100, 0x800, 0x7FF


def _path():
    """Returns the image's PATH, preceded by the replacements if the kernel refuses statx() as called by coreutils."""
    path = os.environ.get('PATH', '/usr/local/bin:/usr/bin:/bin')
    try:
        statx = ctypes.CDLL(None).statx
        refused = statx(_AT_FDCWD, b'/', _AT_NO_AUTOMOUNT, _STATX_BASIC_STATS, ctypes.create_string_buffer(256)) != 0
    except (AttributeError, OSError):
        return path
    return f'{_PLAIN}:{path}' if refused else path


# Environment variables of a job in addition to the image's.
ENVIRONMENT = {
    **os.environ,
    'PATH': _path(),
    'HOME': '/tmp',
    'TMPDIR': '/tmp',
    'USER': 'sandbox',
    'LOGNAME': 'sandbox',
    'LANG': 'C.UTF-8',
    'TZ': 'UTC',
    'PYTHONDONTWRITEBYTECODE': '1',
    'PYTHONUNBUFFERED': '1',
    # The backend that stores figures as charts. The path allows a program's subprocesses to find it too.
    'MPLBACKEND': 'module://pramaan_runner.figures',
    'PYTHONPATH': os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
    # Few processes are allowed, and there is only about one core.
    'OPENBLAS_NUM_THREADS': '1',
    'OMP_NUM_THREADS': '1',
    'MKL_NUM_THREADS': '1',
    'NUMEXPR_NUM_THREADS': '1',
    'LOKY_MAX_CPU_COUNT': '1',
    # Its processes need semaphores, which need /dev/shm. Without this setting it would print a warning at every import.
    'JOBLIB_MULTIPROCESSING': '0',
}

def enter(shared, settings, stdout, stderr):
    """Runs jobs and never returns. Called in the fork, still as the supervisor's user."""
    try:
        _confine(settings, stdout, stderr)
        _wait()
        _serve(shared)
    finally:
        os._exit(70)


def _confine(settings, stdout, stderr):
    os.setsid()
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.dup2(os.open('/dev/null', os.O_RDONLY), 0)
    os.dup2(stdout, 1)
    os.dup2(stderr, 2)
    os.closerange(3, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    # The supervisor must get processor time and survive a lack of memory, whatever the job does.
    os.nice(19)
    _try_write('/proc/self/oom_score_adj', '1000')
    for name, limit in settings['rlimits'].items():
        number = getattr(resource, f'RLIMIT_{name.upper()}')
        resource.setrlimit(number, (limit, limit))
    os.umask(0o022)
    os.chdir('/tmp')
    os.setgroups([])
    os.setresgid(settings['uid'], settings['uid'], settings['uid'])
    os.setresuid(settings['uid'], settings['uid'], settings['uid'])
    _make_dumpable()
    if settings['refuse_calls']:
        syscalls.refuse()
    os.environ.clear()
    os.environ.update(ENVIRONMENT)


def _make_dumpable():
    """Allows a process that has changed its user to read its own /proc/self."""
    ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 1, 0, 0, 0)


def _try_write(path, text):
    try:
        with open(path, 'w', encoding='ascii') as file:
            file.write(text)
    except OSError:
        pass


def _wait():
    """Stops this process. The kernel reports this to the supervisor, which resumes the process when there is a job."""
    os.kill(os.getpid(), signal.SIGSTOP)


def _serve(shared):
    fresh = True
    while True:
        header, code = shared.job()
        job = json.loads(header)
        _take_stdin(job['stdin'])
        # Later programs of a session keep the changes that earlier ones made.
        if fresh:
            os.environ.update(job['env'])
            fresh = False
        if job['language'] == 'bash':
            _become_bash()
        program.run(job, code.decode('utf-8', 'replace'), shared, _wait)


def _take_stdin(given):
    """Opens standard input as a file, so that no writer has to keep up with the reader."""
    file = os.open(STDIN if given else '/dev/null', os.O_RDONLY)
    if file != 0:
        os.dup2(file, 0)
        os.close(file)


def _become_bash():
    gc.disable()
    # Python ignores these two signals; a shell's children must not inherit this.
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    try:
        os.execve('/bin/bash', ['bash', SCRIPT], dict(os.environ))
    except OSError as error:
        sys.stderr.write(f'bash: {error.strerror}\n')
        os._exit(127)
