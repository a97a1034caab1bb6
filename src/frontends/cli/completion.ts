import type { Command, Option } from "commander";
import { createWriter } from "./stdio.js";

/** `completion`: a script for the shell; commands and flags are written into it, tool names are asked when needed. */
export async function printCompletion(shell: string, program: Command): Promise<number> {
  const write = { bash, zsh, fish }[shell];
  if (write === undefined) {
    process.stderr.write(`agent-reach: no completion for ${shell}; there are bash, zsh and fish.\n`);
    return 64;
  }
  await createWriter(1).write(write(wordsOf(program), program.commands.map(wordsOf)));
  return 0;
}

interface Flag {
  readonly name: string;
  readonly value: "none" | "optional" | "required";
  /** Empty when it takes no value or any. */
  readonly choices: readonly string[];
}

interface CommandWords {
  readonly name: string;
  readonly description: string;
  readonly flags: readonly Flag[];
  readonly takesTool: boolean;
}

const wordsOf = (command: Command): CommandWords => ({
  name: command.name(),
  description: command.description(),
  flags: command.options.map(flagOf),
  takesTool: command.registeredArguments[0]?.name() === "tool",
});

const flagOf = ({ long, required, optional, argChoices }: Option): Flag => ({
  name: long!,
  value: required ? "required" : optional ? "optional" : "none",
  choices: argChoices ?? [],
});

const TOOL_NAMES = 'agent-reach tools --format json 2>/dev/null | sed -n \'s/^ *"name": "\\([a-z0-9_]*\\)".*/\\1/p\'';

/**
 * The command is the first word that is no flag and no flag's value. A value of a flag is completed with its choices,
 * or with files where it has none.
 */
function bash(program: CommandWords, commands: readonly CommandWords[]): string {
  const names = ({ flags }: CommandWords) => flags.map(({ name }) => name).join(" ");
  const withValue = program.flags.filter(({ value }) => value === "required").map(({ name }) => name);
  const values = (command: CommandWords, pattern: string) =>
    command.flags
      .filter(({ value }) => value === "required")
      .map(({ name, choices }) => `    "${pattern} ${name}") words="${choices.join(" ")}" ;;\n`)
      .join("");
  const cases = commands.map((command) => {
    const tools = command.takesTool ? ` $([ "$COMP_CWORD" -eq $((at + 1)) ] && ${TOOL_NAMES})` : "";
    return `${values(command, command.name)}    "${command.name} "*) words="${names(command)}${tools}" ;;\n`;
  });
  return `_agent_reach() {
  local words command= at=0 i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${COMP_WORDS[i]}" in
      ${withValue.join("|")}) i=$((i + 1)) ;;
      -*) ;;
      *) command=\${COMP_WORDS[i]} at=$i; break ;;
    esac
  done
  case "$command \${COMP_WORDS[COMP_CWORD-1]}" in
${values(program, "")}    " "*) words="${names(program)} ${commands.map(({ name }) => name).join(" ")}" ;;
${cases.join("")}  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _agent_reach agent-reach
`;
}

function zsh(program: CommandWords, commands: readonly CommandWords[]): string {
  return `#compdef agent-reach
autoload -U +X bashcompinit && bashcompinit
${bash(program, commands)}`;
}

function fish(program: CommandWords, commands: readonly CommandWords[]): string {
  const complete = (when: string, rest: string) => `complete -c agent-reach -n '${when}' ${rest}`;
  const flags = (when: string, command: CommandWords) =>
    command.flags.map(({ name, value, choices }) => {
      const takes = value === "required" ? (choices.length > 0 ? ` -x -a '${choices.join(" ")}'` : " -r") : "";
      return complete(when, `-l ${name.slice(2)}${takes}`);
    });
  const lines = commands.flatMap((command) => {
    const seen = `__fish_seen_subcommand_from ${command.name}`;
    return [
      complete("__fish_use_subcommand", `-f -a ${command.name} -d ${quoted(command.description)}`),
      ...flags(seen, command),
      ...(command.takesTool ? [complete(seen, `-f -a ${quoted(`(${TOOL_NAMES})`)}`)] : []),
    ];
  });
  return `${[...flags("__fish_use_subcommand", program), ...lines].join("\n")}\n`;
}

const quoted = (text: string) => `'${text.replace(/['\\]/g, "\\$&")}'`;
