"""One job from its frame to its report."""

import json
import os
import select
import signal
import time

from pramaan_runner import child
from pramaan_runner import files
from pramaan_runner import frames
from pramaan_runner import processes
from pramaan_runner import shared
from pramaan_runner.output import Output

_MEMORY_EVERY_S = 0.05
_KINDS = {shared.NO_RESULT: 'none', shared.JSON_RESULT: 'json', shared.REPR_RESULT: 'repr'}


class Desk:
    """Runs jobs, one at a time."""

    def __init__(self, stream, nursery, names, wake, settings):
        self._stream = stream
        self._nursery = nursery
        self._names = names
        self._wake = wake
        self._settings = settings

    def run(self, job):
        """Takes the job's content from the stream, runs it and reports."""
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
                'result_bytes': job['result_bytes'],
            }).encode('ascii'),
            code,
        )
        self._stream.send(frames.ACCEPTED)
        outputs = (
            Output(self._stream, frames.STDOUT, process.stdout, job['output_bytes']),
            Output(self._stream, frames.STDERR, process.stderr, job['output_bytes']),
        )
        started = time.monotonic()
        status, ended_by = self._watch(process, outputs, started + job['timeout_ms'] / 1000)
        duration = time.monotonic() - started
        lost = self._clear(process, session, status, language)
        for descriptor, output in enumerate(outputs, 1):
            output.finish(process.memory.gathered(descriptor))
        self._report(job, process, outputs, status, ended_by, duration, lost)

    def _watch(self, process, outputs, deadline):
        """(wait status or None, 'exit' | 'timeout' | 'memory'): passes output on until the job ends."""
        poll = select.poll()
        open_outputs = {output.descriptor: output for output in outputs}
        for descriptor in (0, self._wake, *open_outputs, *([self._names.fileno()] if self._names else [])):
            poll.register(descriptor, select.POLLIN)
        limit = self._settings['memory_watch_bytes']
        next_look = time.monotonic() + _MEMORY_EVERY_S if limit else deadline
        os.kill(process.pid, signal.SIGCONT)
        while True:
            now = time.monotonic()
            if now >= deadline:
                return None, 'timeout'
            if now >= next_look:
                next_look = now + _MEMORY_EVERY_S
                if processes.memory_used() > limit:
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
                    self._names.answer()
            status = processes.status_of(process.pid)
            if status is not None:
                return status, 'exit'

    def _clear(self, process, session, status, language):
        """Ends what the job started; True where a session's variables are lost."""
        keeps = False
        if session and language == 'python' and status is not None and os.WIFEXITED(status):
            keeps = self._nursery.keep(process, process.memory.outcome()[0])
        if not session:
            self._nursery.forget()
        kept = self._nursery.kept()
        if not processes.end_all_but(kept) or (kept and not processes.alive(kept)):
            self._nursery.forget()
            if not processes.end_all_but(set()):
                # Something does not die: the host must not take this for a clean end.
                os._exit(71)
            keeps = False
        return session and language == 'python' and not keeps

    def _report(self, job, process, outputs, status, ended_by, duration, lost):
        _, notes, kind, cut, result = process.memory.outcome()
        with files.user(self._settings['uid']):
            found, complete = files.survey()
            charts = self._send_charts(found) if job['charts'] else 0
            if charts:
                files.remove_figures()
        found = sorted((name, size) for name, size, _ in found if not files.is_figure(name))
        killed = status is None or os.WIFSIGNALED(status)
        self._stream.send_json(
            frames.EXIT,
            {
                'exit_code': None if killed else os.WEXITSTATUS(status),
                'signal': (signal.SIGKILL if status is None else os.WTERMSIG(status)) if killed else None,
                'ended_by': ended_by,
                'duration_us': round(duration * 1_000_000),
                'stdout_bytes': outputs[0].total,
                'stderr_bytes': outputs[1].total,
                'result_kind': _KINDS[kind],
                'result_truncated': cut,
                'variables_lost': lost,
                'files': [
                    [name.decode('utf-8', 'replace'), size] for name, size in found[:files.MAX_LISTED]
                ],
                'files_complete': complete and len(found) <= files.MAX_LISTED,
                'attempts': notes.decode('utf-8', 'replace'),
                'names': self._names.take() if self._names else [],
            },
            result,
        )

    def _send_charts(self, found):
        sent = 0
        for name in files.chart_names(found):
            try:
                content, _ = files.read(name, files.MAX_CHART_BYTES)
            except (OSError, ValueError):
                continue
            if content.startswith(files.PNG):
                drawn = files.is_figure(name)
                label = {'name': name.decode('utf-8', 'replace').rpartition('/')[2], 'drawn': drawn}
                self._stream.send_json(frames.CHART, label, content)
                sent += 1
        return sent

    def _take_inputs(self, job):
        """Writes what came with the job; what was wrong, or None. Takes all of it from the stream either way."""
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
        """Standard input goes to a file of ours, the rest to /tmp with the user's own rights."""
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
