#!/usr/bin/env python3
"""The registry's tools in the shape that LangChain and LangGraph expect, without importing either.

Each tool has `name`, `description`, `args_schema` (JSON Schema) and `invoke(input)`. With LangChain installed:

    from langchain_core.tools import StructuredTool
    tools = [StructuredTool.from_function(t.invoke_kwargs, name=t.name, description=t.description,
                                          args_schema=t.args_schema) for t in load_tools()]
    graph = ToolNode(tools)

Run alone, it answers a message with tool calls, as a ToolNode would:

    echo '{"tool_calls": [{"id": "1", "name": "git_status", "args": {}}]}' | python3 graph_tools.py
"""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from call_tool import AGENT_REACH, call_tool


class GraphTool:
    def __init__(self, spec):
        self.name = spec["name"]
        self.description = spec["description"]
        self.args_schema = spec["parameters"]

    def invoke(self, input):
        """`input`: the arguments, or a whole tool call; then the answer is a tool message."""
        if input.get("type") == "tool_call":
            return tool_message(input["id"], call_tool(self.name, input["args"], id=input["id"]))
        return as_text(call_tool(self.name, input))

    def invoke_kwargs(self, **arguments):
        return self.invoke(arguments)


def load_tools():
    listed = subprocess.run([*AGENT_REACH, "tools", "--format", "json"], stdout=subprocess.PIPE, check=True)
    return [GraphTool(spec) for spec in json.loads(listed.stdout)]


def as_text(result):
    """What the model reads: the status, what to do next, then the output."""
    lines = [result["status"]]
    if result["error"]:
        lines += [result["error"]["message"], result["error"]["hint"] or ""]
    lines += [result["stdout"], result["stderr"]]
    return "\n".join(line.rstrip("\n") for line in lines if line)


def tool_message(call_id, result):
    return {
        "role": "tool",
        "tool_call_id": call_id,
        "content": as_text(result),
        "status": "success" if result["status"] == "success" else "error",
        "artifact": result,
    }


def tool_node(message):
    """Answers all tool calls of a message at once, in their order."""
    tools = {tool.name: tool for tool in load_tools()}

    def answer(call):
        # A name that is no tool's is answered by the broker, with the one that was probably meant.
        tool = tools.get(call["name"]) or GraphTool({"name": call["name"], "description": "", "parameters": {}})
        return tool.invoke({**call, "type": "tool_call"})

    with ThreadPoolExecutor() as pool:
        return list(pool.map(answer, message["tool_calls"]))


if __name__ == "__main__":
    for answered in tool_node(json.load(sys.stdin)):
        print(json.dumps(answered, ensure_ascii=False))
