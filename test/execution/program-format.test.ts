import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { parseBinfmt } from "../../src/execution/binary-format.js";
import { elfLoader, elfRunsHere, isElf } from "../../src/execution/elf.js";
import { parseInterpreter, programFormat } from "../../src/execution/program-format.js";

const folder = mkdtempSync(join(tmpdir(), "program-format-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, content: string | Buffer) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  chmodSync(path, 0o755);
  return path;
};

describe.runIf(process.platform === "linux")("the format of a program", () => {
  it.each([process.execPath, "/bin/sh", "/bin/true", "/usr/bin/env"])("runs here: %s", (program) => {
    expect(programFormat(program, "/")).toEqual({ kind: "runnable" });
  });

  it.each([
    ["no first line", "echo hi\n"],
    ["nothing at all", ""],
    ["a NUL", "\0\0\0\0"],
    ["half a magic number", "\x7fEL"],
  ])("is unknown with %s", (name, content) => {
    const program = file(name, content);
    expect(programFormat(program, "/")).toEqual({ kind: "unknown", file: program });
  });

  it("is that of the interpreter in the end, also one that is named from the working directory", () => {
    const bare = file("bare", "echo hi\n");
    file("inner", `#!${bare}\n`);
    const outer = file("outer", "#!inner\n");
    expect(programFormat(outer, folder)).toEqual({ kind: "unknown", file: bare });
    expect(programFormat(outer, "/")).toEqual({ kind: "runnable" }); // missing there, which the spawn tells
  });

  it("does not follow a script that is its own interpreter for ever", () => {
    const loop = join(folder, "loop");
    file("loop", `#!${loop}\n`);
    expect(programFormat(loop, "/")).toEqual({ kind: "runnable" }); // the kernel refuses it with ELOOP
  });

  it("does not wait for the writer of a FIFO", () => {
    const fifo = join(folder, "fifo");
    execFileSync("mkfifo", ["-m", "755", fifo]);
    expect(programFormat(fifo, "/")).toEqual({ kind: "runnable" }); // the kernel refuses what is no plain file
  });

  it("tells a program for another machine, and a library object that is none", () => {
    const bytes = Buffer.from(readFileSync("/bin/true").subarray(0, 4096));
    bytes.writeUInt16LE(0xf3, 18);
    const riscv = file("riscv", bytes);
    expect(programFormat(riscv, "/")).toEqual({
      kind: process.arch === "riscv64" ? "runnable" : "other_machine",
      file: riscv,
    });
    const object = Buffer.from(readFileSync("/bin/true").subarray(0, 4096));
    object.writeUInt16LE(1, 16);
    expect(programFormat(file("object.o", object), "/").kind).toBe("other_machine");
  });
});

describe("parseInterpreter", () => {
  it.each([
    ["#!/bin/sh\n", "/bin/sh"],
    ["#! /bin/sh -e\n", "/bin/sh"],
    ["#!\t/usr/bin/env python3\n", "/usr/bin/env"],
    ["#!/bin/sh", "/bin/sh"],
    ["#!/bin/sh\r\n", "/bin/sh\r"],
    ["#!/bin/größe\n", "/bin/größe"],
    ["#!\n/bin/sh", null],
    ["#!   \n", null],
    ["#!", null],
  ])("of %j is %j", (header, interpreter) => {
    expect(parseInterpreter(Buffer.from(header))).toBe(interpreter);
  });

  it("is null when the path is longer than the kernel reads", () => {
    expect(parseInterpreter(Buffer.from(`#!/${"x".repeat(252)} `))).toBe(`/${"x".repeat(252)}`);
    expect(parseInterpreter(Buffer.from(`#!/${"x".repeat(253)}`))).toBeNull();
  });
});

describe("ELF", () => {
  it.runIf(process.platform === "linux")("tells the loader that a program asks for", () => {
    expect(elfLoader("/bin/true")).toMatch(/^\/lib.*\/ld-.*so/);
    expect(elfLoader("/no/such")).toBeNull();
  });

  it("takes any bytes without harm", () => {
    const elf = fc
      .uint8Array({ minLength: 0, maxLength: 400 })
      .map((tail) => Buffer.concat([Buffer.from("\x7fELF"), tail]));
    fc.assert(
      fc.property(elf, (bytes) => {
        if (isElf(bytes)) elfRunsHere(bytes);
        elfLoader(file("random", bytes));
      }),
      { numRuns: 300 },
    );
  });
});

describe("parseBinfmt", () => {
  const entry = (...lines: string[]) => `${lines.join("\n")}\n`;

  it("recognises by magic number and mask at an offset", () => {
    const recognises = parseBinfmt(
      entry("enabled", "interpreter /usr/bin/qemu", "flags: OCF", "offset 2", "magic 7f45", "mask ff0f"),
    )!;
    expect(recognises("x", Buffer.from([0, 0, 0x7f, 0xf5]))).toBe(true);
    expect(recognises("x", Buffer.from([0, 0, 0x7f, 0xf6]))).toBe(false);
    expect(recognises("x", Buffer.from([0, 0, 0x7f]))).toBe(false);
  });

  it("recognises by extension", () => {
    const recognises = parseBinfmt(entry("enabled", "interpreter /usr/bin/jexec", "flags: ", "extension .jar"))!;
    expect([recognises("a.jar", Buffer.alloc(0)), recognises("a.war", Buffer.alloc(0))]).toEqual([true, false]);
  });

  it("passes over what is disabled or not an entry", () => {
    expect(parseBinfmt(entry("disabled", "magic 4d5a"))).toBeNull();
    expect(parseBinfmt("enabled\n")).toBeNull();
    fc.assert(
      fc.property(fc.string(), fc.uint8Array(), (text, bytes) => void parseBinfmt(text)?.("x", Buffer.from(bytes))),
    );
  });
});
