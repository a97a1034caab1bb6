import { execFileSync } from "node:child_process";
import { casesIn, type RunCase } from "./run-case.js";

function noPytest(): string | null {
  try {
    execFileSync("python3", ["-c", "import pytest"], { stdio: "ignore" });
    return null;
  } catch {
    return "pytest is not installed";
  }
}

export const pythonCases = casesIn(
  ({ write }) => {
    write("tests/test_good.py", "def test_adds():\n    assert 1 + 1 == 2\n\ndef test_login():\n    pass\n");
    write("bad/test_bad.py", "def test_fails():\n    assert 1 == 2\n\ndef test_fails_too():\n    assert False\n");
    write("lint/unused.py", "import os\n");
  },
  [
    { tool: "python_version", about: "", stdout: [/^Python 3\./] },
    { tool: "python_test", about: "passing", args: { paths: ["tests"] }, stdout: ["2 passed"], lacks: noPytest },
    {
      tool: "python_test",
      about: "one by its id",
      args: { paths: ["tests/test_good.py::test_adds"] },
      stdout: ["1 passed"],
      lacks: noPytest,
    },
    {
      tool: "python_test",
      about: "by name",
      args: { filter: "login and not adds", paths: ["tests"] },
      stdout: ["1 passed, 1 deselected"],
      lacks: noPytest,
    },
    {
      tool: "python_test",
      about: "failing, until the first",
      args: { paths: ["bad"], max_failures: 1 },
      result: { status: "failed", exit_code: 1 },
      stdout: ["1 failed"],
      lacks: noPytest,
    },
    {
      tool: "python_test",
      about: "nothing found",
      args: { filter: "nothing", paths: ["tests"] },
      result: { status: "failed", exit_code: 5 },
      lacks: noPytest,
    },
    { tool: "python_lint", about: "right", args: { paths: ["tests"] } },
    {
      tool: "python_lint",
      about: "wrong",
      args: { paths: ["lint"] },
      result: { status: "failed", exit_code: 1 },
      stdout: ["F401"],
    },
  ] satisfies RunCase[],
);
