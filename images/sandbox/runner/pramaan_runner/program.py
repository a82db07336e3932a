"""Runs a Python program like `python main.py` does, and keeps the value of its last expression."""

import builtins

# Submitted code may replace any built-in function; this module keeps the original ones.
__builtins__ = dict(vars(builtins))

import ast
import atexit
import gc
import io
import linecache
import os
import random
import sys
import threading
import traceback
import types
import warnings

from pramaan_runner import attempts
from pramaan_runner import charts
from pramaan_runner import streams
from pramaan_runner import value

_exit, _getpid, _fork, _new_group = os._exit, os.getpid, os.fork, os.setsid
_join_threads, _run_exit_functions = threading._shutdown, atexit._run_exitfuncs
_main = None
_attempts = None
_cells = 0


def run(job, source, shared, wait):
    """Runs a job and ends the process. Only the fork that keeps a session's variables returns, for the next job."""
    global _cells
    _cells += 1
    pid = _getpid()
    if _main is None:
        _prepare(shared)
    _attempts.begin()
    _renew_stdin()
    status = _execute(source, 'main.py' if _cells == 1 else f'main-{_cells}.py', job, shared, pid)
    if _getpid() != pid:
        _leave(status, last=True)
    if job['charts']:
        _guard(charts.collect)
    if not job['session']:
        _guard(_join_threads)
        _leave(status, last=True)
    _continue(status, shared, wait)


def _prepare(shared):
    global _main, _attempts
    sys.stdout = sys.__stdout__ = streams.open_text(1, shared.area(1), 'strict')
    sys.stderr = sys.__stderr__ = streams.open_text(2, shared.area(2), 'backslashreplace')
    streams.guard_forks()
    _main = types.ModuleType('__main__')
    _main.__builtins__ = builtins
    sys.modules['__main__'] = _main
    sys.argv = ['main.py']
    sys.path.insert(0, '')
    if 'numpy' in sys.modules:
        # All forks of a process inherit the same state.
        sys.modules['numpy'].random.seed()
    _attempts = attempts.Attempts(shared)
    _watch({**_attempts.handlers(), **dict.fromkeys(streams.STARTS, streams.flush_all)})


def _watch(handlers):
    """Calls a handler before its event happens. Code cannot undo this, although it can bypass Python."""

    def hook(event, arguments):
        handler = handlers.get(event)
        if handler is not None:
            try:
                handler(*arguments)
            except Exception:
                pass

    sys.addaudithook(hook)


def _renew_stdin():
    sys.stdin = sys.__stdin__ = open(0, encoding='utf-8', errors='surrogateescape', closefd=False)


def _execute(source, name, job, shared, pid):
    """Runs the source in the main namespace and returns the exit status."""
    source = source.removeprefix('\ufeff')
    # Split into lines as the compiler does: str.splitlines() also splits at form feeds and Unicode separators.
    lines = list(io.StringIO(source, newline=None))
    linecache.cache[name] = (len(source), None, lines, name)
    try:
        tree = compile(source, name, 'exec', ast.PyCF_ONLY_AST, dont_inherit=True)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        body = compile(tree, name, 'exec', dont_inherit=True)
        tail = None
        if last is not None:
            flags = body.co_flags & _FUTURE_FLAGS
            tail = compile(ast.Expression(last.value), name, 'eval', flags, dont_inherit=True)
        namespace = _main.__dict__
        exec(body, namespace)
        if tail is not None:
            result = eval(tail, namespace)
            if _getpid() == pid:
                namespace['_'] = result
                shared.set_result(*value.describe(result, job['result_bytes']))
        return 0
    except SystemExit as error:
        return _status_of(error.code)
    except BaseException as error:
        _report(error)
        return 130 if isinstance(error, KeyboardInterrupt) else 1


def _all_future_flags():
    import __future__

    flags = 0
    for feature in __future__.all_feature_names:
        flags |= getattr(__future__, feature).compiler_flag
    return flags


_FUTURE_FLAGS = _all_future_flags()


def _status_of(code):
    if code is None:
        return 0
    if isinstance(code, int):
        return code & 0xFF
    _guard(lambda: print(code, file=sys.stderr))
    return 1


_OURS = (__file__, value.__file__)


def _report(error):
    """Returns the traceback as Python prints it, without the runner's frames."""
    frames = error.__traceback__
    while frames is not None and frames.tb_frame.f_code.co_filename in _OURS:
        frames = frames.tb_next
    error = error.with_traceback(frames)
    hook = sys.excepthook
    if hook is sys.__excepthook__:
        hook = traceback.print_exception
    _guard(hook, type(error), error, frames)


def _guard(function, *arguments):
    """Calls a function that may reach submitted code, and reports errors as the program's own."""
    try:
        return function(*arguments)
    except SystemExit:
        return None
    except BaseException as error:
        try:
            traceback.print_exception(error)
        except BaseException:
            pass
        return None


def _flush():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:
            pass
    # Do this even if the program has replaced them with its own streams.
    streams.flush_all()


def _leave(status, last):
    """Ends the process as an interpreter does: runs exit functions, and then the objects' finalisers."""
    try:
        if last:
            _guard(_run_exit_functions)
            if _main is not None:
                _guard(_main.__dict__.clear)
            _guard(gc.collect)
        _flush()
    finally:
        _exit(status)


def _continue(status, shared, wait):
    """Passes the variables to a fork, so that the exit status comes from the kernel even in a session."""
    _flush()
    state = random.getstate()
    try:
        with warnings.catch_warnings():
            # The job's threads are meant to end with it.
            warnings.simplefilter('ignore')
            child = _fork()
    except OSError:
        _leave(status, last=False)
    if child != 0:
        shared.set_next(child)
        _leave(status, last=False)
    # Leave the old group, because the end of its leader may send a hang-up signal to its stopped processes.
    _new_group()
    streams.gather_all()
    # A fork reseeds this generator, but a session's sequence must continue.
    random.setstate(state)
    wait()
