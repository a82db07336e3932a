"""Client of a Pramaan service.

>>> from pramaan import Client
>>> with Client("https://pramaan.example.in", key) as client:
...     run = client.start_run_and_wait("kyc", {"id": "CLM-2026-0042"})
"""

from . import problems, types
from ._async import AsyncClient
from ._call import Content, FormFile
from ._events import Event
from ._sync import Client
from .errors import Forged, PramaanError, ProblemError, TimedOut, Unreachable
from .proofs.export import VerifiedExport, verify_export
from .proofs.receipt import verify_receipt
from .webhook import verify_webhook

__all__ = [
    "AsyncClient",
    "Client",
    "Content",
    "Event",
    "Forged",
    "FormFile",
    "PramaanError",
    "ProblemError",
    "TimedOut",
    "Unreachable",
    "VerifiedExport",
    "problems",
    "types",
    "verify_export",
    "verify_receipt",
    "verify_webhook",
]
