import { constants } from "node:fs";
import type { Fault, SpawnSpec } from "../contract/index.js";
import { fault } from "../errors/index.js";
import { programFormat } from "./program-format.js";
import { may } from "./spawn-files.js";

/** The Fault of a spawn that must not be tried, since another thing than asked would run; null when it may be. */
export function spawnRefusal(spec: SpawnSpec): Fault | null {
  return textFault(spec) ?? shellFault(spec);
}

/** The system would cut a string at a NUL, write a lone surrogate as another character, and split a name at its `=`. */
function textFault({ program, argv, cwd, env }: SpawnSpec): Fault | null {
  const exact = (text: string) => !text.includes("\0") && text.isWellFormed();
  const refuse = (what: string) =>
    fault("AR_SPAWN_FAILED", `${what} cannot be passed to a program exactly as it is.`, {
      hint: "Leave out NUL characters, lone surrogates, and = in names of environment variables.",
    });
  if (argv.length === 0) return refuse("An empty argument list");
  if (!exact(program)) return refuse("The program's path");
  if (!exact(cwd)) return refuse("The working directory's path");
  const argument = argv.findIndex((text) => !exact(text));
  if (argument >= 0) return refuse(`Argument ${argument}`);
  const variable = Object.entries(env).find(([name, value]) => !/^[^=]+$/.test(name) || !exact(name) || !exact(value));
  return variable === undefined ? null : refuse(`The environment variable ${JSON.stringify(variable[0])}`);
}

/**
 * The Fault of a program that must not be spawned at all: the C library would hand it to a shell. Null when there
 * is nothing against it.
 */
export function shellFault({ program, cwd }: Pick<SpawnSpec, "program" | "cwd">): Fault | null {
  const format = programFormat(program, cwd);
  // What may not be executed is refused by the kernel before it looks at the format.
  if (format.kind === "runnable" || !may(constants.X_OK, program)) return null;
  const details = { program, file: format.file };
  switch (format.kind) {
    case "other_machine":
      return fault("AR_NOT_EXECUTABLE", `${format.file} is not built for this kind of machine (${process.arch}).`, {
        hint: "Install the build of the program for this machine.",
        details,
      });
    case "no_interpreter":
      return fault("AR_BAD_INTERPRETER", `The #! line of ${format.file} names no interpreter.`, {
        hint: "Name one in its first line, e.g. #!/bin/sh.",
        details,
      });
    case "unknown":
      return fault(
        "AR_BAD_INTERPRETER",
        `${format.file} is neither a program of this system nor a script with a #! line, and no shell is used to run it.`,
        { hint: "Name its interpreter in its first line, e.g. #!/bin/sh.", details },
      );
  }
}
