"""Reports on a job that is over: how it ended, and its files and charts. Each part of the report has a size limit."""

import json
import os
import signal

from pramaan_runner import files
from pramaan_runner import frames
from pramaan_runner import shared

_KINDS = {shared.NO_RESULT: 'none', shared.JSON_RESULT: 'json', shared.REPR_RESULT: 'repr'}


def end_of(status, ended_by, duration):
    """Returns the end as reported by the kernel. A status of None means that the supervisor ends the job."""
    killed = status is None or os.WIFSIGNALED(status)
    return {
        'exit_code': None if killed else os.WEXITSTATUS(status),
        'signal': (signal.SIGKILL if status is None else os.WTERMSIG(status)) if killed else None,
        'ended_by': ended_by,
        'duration_us': round(duration * 1_000_000),
    }


def send(stream, uid, job, memory, outputs, lost):
    """Sends the charts, if requested, and the report. None of the job's processes is running any more."""
    kind, cut, result = memory.result(job['result_bytes'])
    with files.user(uid):
        found, complete = files.survey()
        charts = _send_charts(stream, found) if job['charts'] else 0
        if charts:
            files.remove_figures()
    listed, all_listed = _listed(found)
    stream.send_json(
        frames.EXIT,
        {
            'stdout_bytes': outputs[0].total,
            'stderr_bytes': outputs[1].total,
            'result_kind': _KINDS[kind],
            'result_truncated': cut,
            'variables_lost': lost,
            'files': listed,
            'files_complete': complete and all_listed,
        },
        result,
    )


def _listed(found):
    """Returns ([[name, size]], whether these are all), in order of name, up to limits on their number and bytes."""
    names = sorted((name, size) for name, size, _ in found if not files.is_figure(name))
    listed = []
    left = files.MAX_LISTED_BYTES
    for name, size in names[:files.MAX_LISTED]:
        text = name.decode('utf-8', 'replace')
        left -= len(json.dumps(text))
        if left < 0:
            break
        listed.append([text, size])
    return listed, len(listed) == len(names)


def _send_charts(stream, found):
    sent = 0
    for name in files.chart_names(found):
        try:
            content, _ = files.read(name, files.MAX_CHART_BYTES)
        except (OSError, ValueError):
            continue
        if content.startswith(files.PNG):
            label = {'name': name.decode('utf-8', 'replace').rpartition('/')[2], 'drawn': files.is_figure(name)}
            stream.send_json(frames.CHART, label, content)
            sent += 1
    return sent
