"""What a Python agent does: asyncio.create_subprocess_exec, N at a time, output piped and read.

asyncio_loop.py PROGRAM IN_FLIGHT SECONDS  ->  runs, seconds, and p50 and p99 of the latency in milliseconds, as JSON
"""

import asyncio
import json
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE


async def worker(program, end, latencies):
    while time.monotonic() < end:
        start = time.monotonic()
        process = await asyncio.create_subprocess_exec(program, stdin=DEVNULL, stdout=PIPE, stderr=PIPE)
        await process.communicate()
        latencies.append(time.monotonic() - start)


async def main(program, in_flight, seconds):
    latencies = []
    start = time.monotonic()
    await asyncio.gather(*(worker(program, start + seconds, latencies) for _ in range(in_flight)))
    elapsed = time.monotonic() - start
    latencies.sort()
    runs = len(latencies)
    p50, p99 = latencies[runs // 2] * 1e3, latencies[runs * 99 // 100] * 1e3
    print(json.dumps({"runs": runs, "seconds": elapsed, "p50": p50, "p99": p99}))


asyncio.run(main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))
