"""Processes of the submitted code's user: forked in advance, resumed for a job, and always ended."""

import os
import signal
import time

from pramaan_runner import child
from pramaan_runner import files
from pramaan_runner import shared

_PATIENCE_S = 2.0
_ADOPTION_S = 0.3


class Child:
    """A stopped process that is waiting for a job, with its output pipes and the memory shared with it."""

    def __init__(self, pid, stdout, stderr, memory):
        self.pid = pid
        self.stdout = stdout
        self.stderr = stderr
        self.memory = memory

    def close(self):
        os.close(self.stdout)
        os.close(self.stderr)


class Nursery:
    """The waiting processes, at most two: a fresh one, and the one that keeps a session's variables."""

    def __init__(self, settings):
        self._settings = settings
        self._fresh = None
        self._keeper = None

    def prepare(self):
        """Forks the fresh process before its job arrives."""
        self._fresh = self._fresh or self._spawn()

    def take(self, language, session):
        """Returns a process for a job. If the job continues a session, this is the one with the variables."""
        if session and language == 'python' and self._keeper is not None:
            taken, self._keeper = self._keeper, None
            return taken
        taken, self._fresh = self._fresh or self._spawn(), None
        return taken

    def keep(self, process, pid):
        """Keeps a process's variables in its fork with this pid. Returns False if that is impossible."""
        if pid <= 1 or not _wait_for_stop(pid):
            return False
        process.pid = pid
        self._keeper = process
        return True

    def kept(self):
        """Returns the pids that must survive a job."""
        return {process.pid for process in (self._fresh, self._keeper) if process is not None}

    def forget(self):
        """Forgets all waiting processes, because they have been ended."""
        for process in (self._fresh, self._keeper):
            if process is not None:
                process.close()
        self._fresh = self._keeper = None

    def _spawn(self):
        # A pipe belongs to its creator, and only its owner can open /dev/stdout.
        with files.user(self._settings['uid']):
            out_read, out_write = os.pipe2(os.O_CLOEXEC)
            err_read, err_write = os.pipe2(os.O_CLOEXEC)
        memory = shared.Shared()
        pid = os.fork()
        if pid == 0:
            child.enter(memory, self._settings, out_write, err_write)
        os.close(out_write)
        os.close(err_write)
        os.set_blocking(out_read, False)
        os.set_blocking(err_read, False)
        if not _wait_for_stop(pid):
            raise RuntimeError('a process for the job could not be made')
        return Child(pid, out_read, err_read, memory)


def _wait_for_stop(pid):
    """Waits until a child has stopped itself. An orphan may become ours a moment after its parent's end is reported."""
    now = time.monotonic()
    deadline, adopted_by = now + _PATIENCE_S, now + _ADOPTION_S
    while now < deadline:
        try:
            seen, status = os.waitpid(pid, os.WNOHANG | os.WUNTRACED)
            if seen == pid:
                return os.WIFSTOPPED(status)
        except ChildProcessError:
            if now > adopted_by:
                return False
        time.sleep(0.0005)
        now = time.monotonic()
    return False


def end_all_but(keep):
    """Ends all of the sandbox's other processes and waits until they are gone. Returns False if some remain."""
    deadline = time.monotonic() + _PATIENCE_S
    while time.monotonic() < deadline:
        if keep:
            _kill_each(keep)
        else:
            _kill(-1)
        if _reap(keep):
            return True
        time.sleep(0.001)
    return False


def _kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def _kill_each(keep):
    for name in os.listdir('/proc'):
        if name.isdigit() and int(name) != 1 and int(name) not in keep:
            _kill(int(name))


def _reap(keep):
    """Reaps all ended processes. Returns True if only the processes to keep are left."""
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return True
        if pid == 0:
            return bool(keep) and not _others(keep)


def _others(keep):
    return any(name.isdigit() and int(name) != 1 and int(name) not in keep for name in os.listdir('/proc'))


def status_of(pid):
    """Returns an ended child's wait status, or None. Also reaps orphans."""
    while True:
        try:
            ended, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return None
        if ended == 0:
            return None
        if ended == pid:
            return status


def alive(pids):
    """Returns whether all of these are still running."""
    return all(os.path.exists(f'/proc/{pid}') for pid in pids)


def memory_used():
    """Returns the whole sandbox's memory use in bytes, including /tmp. Only on gVisor: elsewhere it is the host's."""
    with open('/proc/meminfo', encoding='ascii') as file:
        sizes = dict(line.split(':', 1) for line in file)
    return (_kib(sizes['MemTotal']) - _kib(sizes['MemFree'])) << 10


def _kib(text):
    return int(text.split()[0])
