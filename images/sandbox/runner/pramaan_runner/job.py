"""Handles a job from its frame to its report."""

import json
import os
import select
import signal
import time

from pramaan_runner import child
from pramaan_runner import evidence
from pramaan_runner import files
from pramaan_runner import frames
from pramaan_runner import processes
from pramaan_runner import report
from pramaan_runner.output import Output

_MEMORY_EVERY_S = 0.05


class Desk:
    """Runs jobs, one at a time."""

    def __init__(self, stream, nursery, names, wake, settings):
        self._stream = stream
        self._nursery = nursery
        self._names = names
        self._wake = wake
        self._settings = settings

    def run(self, job):
        """Reads the job's content from the stream, runs it and reports."""
        code = self._stream.take(job['code_bytes'])
        refusal = self._take_inputs(job)
        if refusal is not None:
            self._stream.send_json(frames.REFUSED, refusal)
            return
        language, session = job['language'], job['session']
        process = self._nursery.take(language, session)
        if language == 'bash':
            with open(child.SCRIPT, 'wb') as script:
                script.write(code)
            code = b''
        process.memory.put_job(
            json.dumps({
                'language': language,
                'session': session,
                'stdin': job['stdin_bytes'] > 0,
                'charts': job['charts'],
                'env': job.get('env', {}),
                'result_bytes': job['result_bytes'],
            }).encode('ascii'),
            code,
        )
        self._stream.send(frames.ACCEPTED)
        outputs = (
            Output(self._stream, frames.STDOUT, process.stdout, job['output_bytes']),
            Output(self._stream, frames.STDERR, process.stderr, job['output_bytes']),
        )
        tried = evidence.Evidence(self._stream, self._names, process.memory)
        started = time.monotonic()
        status, ended_by = self._watch(process, outputs, tried, started + job['timeout_ms'] / 1000)
        # Sent before anything else, because it may take long to end the job's processes and to examine its files.
        self._stream.send_json(frames.ENDED, report.end_of(status, ended_by, time.monotonic() - started))
        lost = self._clear(process, session, status, language)
        for descriptor, output in enumerate(outputs, 1):
            output.finish(process.memory.gathered(descriptor))
        tried.finish()
        report.send(self._stream, self._settings['uid'], job, process.memory, outputs, lost)

    def _watch(self, process, outputs, tried, deadline):
        """Forwards output and evidence until the end. Returns (wait status or None, 'exit' | 'timeout' | 'memory')."""
        poll = select.poll()
        open_outputs = {output.descriptor: output for output in outputs}
        for descriptor in (0, self._wake, *open_outputs, *([self._names.fileno()] if self._names else [])):
            poll.register(descriptor, select.POLLIN)
        limit = self._settings['memory_watch_bytes']
        every = _MEMORY_EVERY_S if limit else evidence.LOOK_EVERY_S
        next_look = time.monotonic() + every
        os.kill(process.pid, signal.SIGCONT)
        while True:
            now = time.monotonic()
            if now >= deadline:
                return None, 'timeout'
            if now >= next_look:
                next_look = now + every
                tried.look()
                if limit and processes.memory_used() > limit:
                    return None, 'memory'
            for descriptor, _ in poll.poll((min(deadline, next_look) - now) * 1000 + 1):
                if descriptor in open_outputs:
                    if not open_outputs[descriptor].pass_on():
                        poll.unregister(descriptor)
                elif descriptor == 0:
                    self._stream.fill()
                elif descriptor == self._wake:
                    os.read(self._wake, 4096)
                else:
                    tried.answer()
            status = processes.status_of(process.pid)
            if status is not None:
                return status, 'exit'

    def _clear(self, process, session, status, language):
        """Ends the job's processes. Returns True if a session's variables are lost."""
        keeps = False
        if session and language == 'python' and status is not None and os.WIFEXITED(status):
            keeps = self._nursery.keep(process, process.memory.next_pid())
        if not session:
            self._nursery.forget()
        kept = self._nursery.kept()
        if not processes.end_all_but(kept) or (kept and not processes.alive(kept)):
            self._nursery.forget()
            if not processes.end_all_but(set()):
                # A process does not die, so the host must not consider this a clean end.
                os._exit(71)
            keeps = False
        return session and language == 'python' and not keeps

    def _take_inputs(self, job):
        """Writes the job's files. Returns the fault, or None. Reads all of them from the stream in either case."""
        refusal = None
        inputs = [(None, job['stdin_bytes']), *((file['name'], file['bytes']) for file in job['files'])]
        for name, size in inputs:
            pieces = self._stream.pieces(size)
            try:
                if refusal is None and (size or name is not None):
                    self._write(name, pieces)
            except (OSError, ValueError) as error:
                refusal = {'errno': getattr(error, 'errno', None)}
            for _ in pieces:
                pass
        return refusal

    def _write(self, name, pieces):
        """Writes standard input to a file of our own, and the other files to /tmp with the user's rights."""
        if name is None:
            with open(child.STDIN, 'wb', buffering=0) as file:
                _fill(file.fileno(), pieces)
            return
        with files.user(self._settings['uid']):
            file = files.open_file(name.encode('utf-8'), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, make=True)
            try:
                _fill(file, pieces)
            finally:
                os.close(file)


def _fill(file, pieces):
    for piece in pieces:
        view = memoryview(piece)
        while view:
            view = view[os.write(file, view):]
