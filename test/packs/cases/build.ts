import { expect } from "vitest";
import { casesIn, type RunCase } from "./run-case.js";

const MAKEFILE = 'all:\n\t@echo made all\ntest:\n\t@echo "tests with $(SHELL)"\nfails:\n\t@exit 7\n';
const CARGO = '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n';
const RUST =
  "pub fn two() -> i32 { 2 }\n#[cfg(test)]\nmod tests {\n #[test] fn is_two() { assert_eq!(super::two(), 2); }\n #[test] fn is_three() { assert_eq!(super::two(), 3); }\n}\n";
const GO =
  'package demo\n\nimport "testing"\n\nfunc TestGood(t *testing.T) {}\n\nfunc TestBad(t *testing.T) { t.Fatal("bad") }\n';

export const buildCases = casesIn(
  ({ write }) => {
    write("Makefile", MAKEFILE);
    write("Cargo.toml", CARGO);
    write("src/lib.rs", RUST);
    write("go.mod", "module demo\n\ngo 1.19\n");
    write("demo_test.go", GO);
  },
  [
    { tool: "make_run", about: "the default", result: { stdout: "made all\n" } },
    {
      tool: "make_run",
      about: "a target",
      args: { target: "test", jobs: 2 },
      result: { stdout: "tests with /bin/sh\n" },
    },
    {
      tool: "make_run",
      about: "a target that fails",
      args: { target: "fails" },
      result: { status: "failed", exit_code: 2 },
    },
    { tool: "make_run", about: "no variables", args: { target: "SHELL=/bin/false" }, result: { status: "invalid" } },
    { tool: "cargo_check", about: "right", args: { package: "demo" } },
    {
      tool: "cargo_check",
      about: "wrong",
      prepare: ({ write }) => void write("src/lib.rs", "pub fn two() -> i32 { nothing }\n"),
      result: { status: "failed", exit_code: 101 },
      stderr: ["E0425"],
    },
    { tool: "cargo_test", about: "by name", args: { filter: "tests::is_two" }, stdout: ["1 passed"] },
    {
      tool: "cargo_test",
      about: "failing",
      result: { status: "failed", exit_code: 101 },
      stdout: ["1 passed; 1 failed"],
    },
    { tool: "go_vet", about: "right" },
    {
      tool: "go_vet",
      about: "wrong",
      prepare: ({ write }) => void write("x.go", 'package demo\nimport "fmt"\nfunc F() { fmt.Printf("%d", "x") }\n'),
      result: { status: "failed", exit_code: expect.toSatisfy((code: number) => code === 1 || code === 2) },
      stderr: ["wrong type"],
    },
    { tool: "go_test", about: "by name", args: { filter: "^TestGood$", packages: ["."] }, stdout: [/^ok/m] },
    {
      tool: "go_test",
      about: "failing",
      result: { status: "failed", exit_code: 1 },
      check: (_, { stdout }) => expect(stdout).toContain("--- FAIL: TestBad"),
    },
  ] satisfies RunCase[],
);
