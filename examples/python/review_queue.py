"""Shows what waits for people, most urgent first, with the reasons that occur most often.

python3 examples/python/review_queue.py
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter

from pramaan import AsyncClient


async def main() -> None:
    reasons: Counter[str] = Counter()
    async with AsyncClient(os.environ["PRAMAAN_URL"], os.environ["PRAMAAN_KEY"]) as client:
        async for review in client.iterate_reviews(state="open"):
            codes = [reason["code"] for reason in review["reasons"]]
            reasons.update(codes)
            print(review["due_at"], review["id"], review["kind"], ", ".join(codes))
    print("Most often:", ", ".join(f"{code} ({count})" for code, count in reasons.most_common(3)))


asyncio.run(main())
