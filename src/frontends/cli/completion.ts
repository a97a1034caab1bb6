import type { Command } from "commander";

/** `completion`: a script for the shell; commands and flags are written into it, tool names are asked when needed. */
export function printCompletion(shell: string, program: Command): number {
  const write = { bash, zsh, fish }[shell];
  if (write === undefined) {
    process.stderr.write(`agent-reach: no completion for ${shell}; there are bash, zsh and fish.\n`);
    return 64;
  }
  process.stdout.write(write(describeCommands(program)));
  return 0;
}

interface CommandWords {
  readonly name: string;
  readonly description: string;
  readonly flags: readonly string[];
  readonly takesTool: boolean;
}

function describeCommands(program: Command): CommandWords[] {
  return program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    flags: command.options.map((option) => option.long!),
    takesTool: command.registeredArguments[0]?.name() === "tool",
  }));
}

const TOOL_NAMES = 'agent-reach tools --format json 2>/dev/null | sed -n \'s/^ *"name": "\\([a-z0-9_]*\\)".*/\\1/p\'';

function bash(commands: readonly CommandWords[]): string {
  const cases = commands
    .map(({ name, flags, takesTool }) => {
      const tools = takesTool ? ` $([ "$COMP_CWORD" -eq 2 ] && ${TOOL_NAMES})` : "";
      return `    ${name}) words="${flags.join(" ")}${tools}" ;;`;
    })
    .join("\n");
  return `_agent_reach() {
  local words
  case "\${COMP_WORDS[1]}" in
${cases}
    *) words="${commands.map(({ name }) => name).join(" ")}" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _agent_reach agent-reach
`;
}

function zsh(commands: readonly CommandWords[]): string {
  return `#compdef agent-reach
autoload -U +X bashcompinit && bashcompinit
${bash(commands)}`;
}

function fish(commands: readonly CommandWords[]): string {
  const quote = (text: string) => `'${text.replace(/['\\]/g, "\\$&")}'`;
  const lines = commands.flatMap(({ name, description, flags, takesTool }) => [
    `complete -c agent-reach -n __fish_use_subcommand -f -a ${name} -d ${quote(description)}`,
    ...flags.map((flag) => `complete -c agent-reach -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)}`),
    ...(takesTool
      ? [`complete -c agent-reach -n '__fish_seen_subcommand_from ${name}' -f -a ${quote(`(${TOOL_NAMES})`)}`]
      : []),
  ]);
  return `${lines.join("\n")}\n`;
}
