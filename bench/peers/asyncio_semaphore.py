"""Python asyncio with a semaphore: the time-out with wait_for, then terminate and kill.

When the time is up (SIGTERM) it prints the results that are there.
"""

import asyncio
import json
import os
import resource
import signal
import sys
import time


async def run(job):
    process = await asyncio.create_subprocess_exec(
        *job["argv"], stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    communicating = asyncio.ensure_future(process.communicate())
    timeout = job["timeoutMs"] and job["timeoutMs"] / 1000
    timed_out = False
    try:
        out, _ = await asyncio.wait_for(asyncio.shield(communicating), timeout)
    except asyncio.TimeoutError:
        timed_out = True
        for stop in (process.terminate, process.kill):
            try:
                stop()
            except ProcessLookupError:
                break
            try:
                await asyncio.wait_for(asyncio.shield(communicating), job["graceMs"] / 1000)
                break
            except asyncio.TimeoutError:
                continue
        out, _ = await communicating
    code = process.returncode
    return {"code": code if code >= 0 else None, "signal": signal_name(code), "timedOut": timed_out, "bytes": len(out)}


def signal_name(code):
    return {-9: "SIGKILL", -15: "SIGTERM"}.get(code)


async def main(path):
    with open(path, encoding="utf-8") as file:
        work = json.load(file)
    semaphore = asyncio.Semaphore(work["atOnce"])
    results = []
    begun = time.monotonic()

    def finish():
        elapsed = (time.monotonic() - begun) * 1000
        rss = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        print(json.dumps({"ms": elapsed, "rss": rss, "results": results}), flush=True)
        # What still runs would keep the interpreter from ending.
        os._exit(0)

    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, finish)

    async def one(job):
        async with semaphore:
            started = time.monotonic()
            result = await run(job)
            results.append({"id": job["id"], "ms": (time.monotonic() - started) * 1000, **result})

    await asyncio.gather(*(one(job) for job in work["jobs"]))
    finish()


asyncio.run(main(sys.argv[1]))
