import type { Command } from 'commander';
import { ProvisionError } from '../provision/problem.ts';
import { EXIT, type Outcome } from './outcome.ts';

/** The words that can follow each command, for example `run start` → `--case --live …`. */
const wordsOf = (command: Command, path: string): readonly (readonly [string, readonly string[]])[] => {
  const inside = command.commands.map((one) => one.name());
  const options = command.options.flatMap(({ long }) => (long ? [long] : []));
  const own = [path, [...inside, ...options]] as const;
  return [own, ...command.commands.flatMap((one) => wordsOf(one, `${path} ${one.name()}`.trim()))];
};

/** The two shells differ only in how they pass words and take answers. zsh can run bash's completion. */
const scriptOf = (program: Command): string => {
  const cases = wordsOf(program, '').map(([path, words]) => `    '${path}') known='${words.join(' ')}' ;;`);
  return [
    '_pramaan() {',
    '  # zsh counts from 1 otherwise. Its `path` and `words` are its own.',
    '  [ -z "${ZSH_VERSION-}" ] || setopt local_options ksh_arrays sh_word_split',
    '  local word said="" known="" current="${COMP_WORDS[$COMP_CWORD]}"',
    '  for word in "${COMP_WORDS[@]:1:$((COMP_CWORD - 1))}"; do',
    '    case "$word" in -*) break ;; *) said="${said:+$said }$word" ;; esac',
    '  done',
    '  # Arguments follow the command: leave them out until a command is left.',
    '  while :; do',
    '    case "$said" in',
    ...cases.map((line) => `  ${line}`),
    '      *) case "$said" in *" "*) said="${said% *}"; continue ;; esac ;;',
    '    esac',
    '    break',
    '  done',
    '  COMPREPLY=($(compgen -W "$known" -- "$current"))',
    '}',
    // If no word fits, the shell offers files.
    'complete -o default -F _pramaan pramaan',
    '',
  ].join('\n');
};

/** Prints a completion script: `source <(pramaan completion bash)`. */
export const printCompletion = async (program: Command, shell: string): Promise<Outcome> => {
  if (shell !== 'bash' && shell !== 'zsh')
    throw new ProvisionError('There is completion for bash and zsh.', 'Use pramaan completion bash, or zsh.');
  const head = shell === 'zsh' ? 'autoload -Uz compinit bashcompinit && compinit && bashcompinit\n' : '';
  const script = head + scriptOf(program);
  return { code: EXIT.ok, json: { shell, script }, text: script.trimEnd() };
};
