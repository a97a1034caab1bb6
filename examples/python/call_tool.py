#!/usr/bin/env python3
"""Calls one tool through `agent-reach exec --json`. Needs nothing but Python.

    python3 call_tool.py git_log 5
    AGENT_REACH="node bin/agent-reach.js" python3 call_tool.py git_status
"""

import json
import os
import shlex
import subprocess
import sys

AGENT_REACH = shlex.split(os.environ.get("AGENT_REACH", "agent-reach"))


def call_tool(tool, args, **request):
    """The Result as a dict. `args`: a list in the tool's order, or a dict by name."""
    answer = subprocess.run(
        [*AGENT_REACH, "exec", "--json"],
        input=json.dumps({"tool": tool, "args": args, **request}),
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    # There is a Result for every end, also for a request that was refused.
    return json.loads(answer.stdout)


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: call_tool.py TOOL [ARG…]")
    result = call_tool(sys.argv[1], sys.argv[2:])
    print(result["stdout"], end="")
    if result["status"] != "success":
        error = result["error"] or {"message": f"exit code {result['exit_code']}", "hint": None}
        print(result["stderr"], end="", file=sys.stderr)
        print(f"{result['status']}: {error['message']}", file=sys.stderr)
        if error["hint"]:
            print(error["hint"], file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
