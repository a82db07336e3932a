/** Steps that list commands for a session: templates of the document, filled with names from the case. Nothing is executed. */
import type { CompiledStep } from './compile.ts';
import { type Before, evaluated, isNotKnown, type StepDone, unknownReason } from './done.ts';
import { namedValues } from './prepare.ts';
import { namedOut, shownMembers, shownNames, shownReasons } from './shown.ts';
import type { Nested } from './values.ts';

/** What gets into a command. Everything else that a caller writes could be a command of its own. */
const SAFE = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,252}$/;

/** Performs `commands`. With a text that is not known or not safe, no command is listed and a person decides. */
export const listCommands = (compiled: CompiledStep, found: Before): StepDone => {
  const { values } = namedValues(compiled, found);
  const listed = commandsOf(compiled, found);
  const session = { mode: found.scope['run']!['mode'] as string, container: null };
  if ('code' in listed)
    return {
      value: { ...values, listed: false, commands: [] },
      reasons: [listed],
      summary: 'No command was listed.',
      detail: { ...session, performed: false, commands: [], ...shownReasons([listed]) },
      stays: session,
    };
  const { commands } = listed;
  const shown = commands.length > 0 ? { ...session, ...shownNames('commands', commands) } : session;
  return {
    value: { ...values, listed: true, commands },
    reasons: [],
    summary: `Listed ${commands.length} command${commands.length === 1 ? '' : 's'}; none was executed.`,
    detail: { ...shownMembers('values', values), ...shown },
    stays: shown,
  };
};

const commandsOf = ({ step: { id }, templates, fill }: CompiledStep, { scope }: Before) => {
  const made: Nested | { readonly unknown: string } = evaluated(templates, scope) ?? [];
  if (isNotKnown(made)) return unknownReason(id, made.unknown);
  const wanted = made as readonly string[];
  if (wanted.length === 0) return { commands: [] };
  const texts = Object.entries(fill).map(([name, cell]) => [name, evaluated(cell, scope)] as const);
  const unsafe = texts.flatMap(([name, text]) => (typeof text === 'string' && SAFE.test(text) ? [] : [name]));
  if (unsafe.length > 0)
    return {
      code: 'COMMAND-UNSAFE',
      detail: `${id}: not known, or no name that may be part of a command: ${namedOut(unsafe).join(', ')}`,
    };
  return {
    commands: wanted.map((template) =>
      texts.reduce((text, [name, value]) => text.replaceAll(`{${name}}`, value as string), template),
    ),
  };
};
