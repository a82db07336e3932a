import { afterFix, diagnose, measure } from '../../../governance/rules/it/diagnose.ts';
import { readIncident } from '../../../governance/rules/it/incident.ts';
import { REMEDIES } from '../../../governance/rules/it/fixes.ts';
import type { RootCause } from '../../../governance/rules/it/signatures.ts';
import type { JsonObject } from '../../../ledger/index.ts';
import { codesOf, count, factsOf, reasonsFrom, textFact } from '../common/facts.ts';
import type { StepContext, StepFunction } from '../common/step.ts';

/** Marks a step that only works from the incident's text: it does not start a container or execute a command. */
const workedOnPaper = ({ mode }: StepContext) => ({ mode, container: null }) as const;

/** Returns a remedy's commands for a host. Without a host it returns none, so that no text from a caller ends up in a command. */
const commandsFor = (templates: readonly string[], host: string): readonly string[] =>
  host === '' ? [] : templates.map((template) => template.replaceAll('{host}', host));

export const hostFrom = (triage: JsonObject): string => textFact(triage, 'host');

/** Step 2. */
export const openSession: StepFunction = async (context) => {
  const host = hostFrom(factsOf(context, 1));
  return {
    summary:
      host === ''
        ? 'No session was opened: there is no host to scope it to.'
        : `Session scoped to ${host} opened without host access (${context.mode}, no container).`,
    detail: {
      ...workedOnPaper(context),
      opened: host !== '',
      scope: host === '' ? null : host,
      host_access: false,
      network: 'none',
    },
  };
};

/** Step 3. Lists the hypothesis's diagnostics first, and derives their results from the symptom and the evidence. */
export const runDiagnostics: StepFunction = async (context) => {
  const host = hostFrom(factsOf(context, 1));
  const { text } = readIncident(context.case);
  const { cause, confidence, signs, rivals } = diagnose(text);
  const commands = commandsFor(
    cause === null ? ['uptime', 'df -P', 'free -m'] : REMEDIES[cause].diagnostics,
    host,
  );
  const reading = cause === null ? null : readingOf(cause, text);
  return {
    summary: `Diagnostics: ${count(commands.length, 'command')}, ${count(signs.length, 'sign')}${cause === null ? '' : ` of ${cause}`}.`,
    detail: { ...workedOnPaper(context), commands, cause, confidence, signs, rivals, reading },
  };
};

const readingOf = (cause: RootCause, text: string): JsonObject => {
  const { name, unit, limit } = REMEDIES[cause].reading;
  const { value, stated } = measure(cause, text);
  return { name, unit, value, limit, source: stated ? 'stated' : 'assumed' };
};

/** Step 6. Applies the published fix for the cause, unless step 4 found a reason to involve a person. */
export const applyFix: StepFunction = async (context) => {
  const host = hostFrom(factsOf(context, 1));
  const reasons = reasonsFrom(factsOf(context, 4));
  const cause = factsOf(context, 3)['cause'] as RootCause | null;
  const fix = cause === null ? undefined : REMEDIES[cause].fix;
  if (reasons.length > 0 || fix === undefined || cause === null)
    return {
      summary: `No fix was applied${codesOf(reasons)}.`,
      detail: { ...workedOnPaper(context), applied: false, commands: [] },
    };
  const commands = commandsFor(fix.commands, host);
  return {
    summary: `Fix of ${cause} applied in the session: ${count(commands.length, 'command')}.`,
    detail: { ...workedOnPaper(context), applied: true, commands, touches: fix.touches },
  };
};

/** Step 7. Measures again after the fix and compares the reading with its limit. */
export const verifyRecovery: StepFunction = async (context) => {
  const host = hostFrom(factsOf(context, 1));
  const diagnosed = factsOf(context, 3);
  const cause = diagnosed['cause'] as RootCause | null;
  const before = diagnosed['reading'] as { readonly value: number } | null;
  if (factsOf(context, 6)['applied'] !== true || cause === null || before === null)
    return {
      summary: 'Nothing to verify: no fix was applied.',
      detail: { ...workedOnPaper(context), recovered: false, commands: [], reading: null },
    };
  const { reading, verify } = REMEDIES[cause];
  const value = afterFix(cause, before.value);
  const recovered = value <= reading.limit;
  const unit = reading.unit === 'count' ? '' : ` ${reading.unit}`;
  return {
    summary: `${recovered ? 'Recovered' : 'Not recovered'}: ${reading.name} ${value}${unit}, limit ${reading.limit}${unit} (simulated).`,
    detail: {
      ...workedOnPaper(context),
      recovered,
      commands: commandsFor([verify], host),
      reading: { name: reading.name, unit: reading.unit, value, limit: reading.limit, source: 'simulated' },
    },
  };
};
