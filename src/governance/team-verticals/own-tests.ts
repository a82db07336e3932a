import type { StepOf, TeamVerticalTest } from '../../contract/team-vertical.ts';
import { parseDay } from '../dates.ts';
import type { RuleSetFault } from '../rule-sets/compile.ts';
import { asText } from './as-text.ts';
import type { CompiledStep, CompiledVertical } from './compile.ts';
import { before, type Before, leftOut, type RunOfVertical, type StepDone } from './done.ts';
import { matchesOf } from './account.ts';
import { deciding, ESCALATE } from './decision.ts';
import { codeDone, givenTo } from './code.ts';
import { listCommands } from './commands.ts';
import { notConfirmed } from './confirm.ts';
import { findsOf } from './finds-of.ts';
import { withFindings } from './finds.ts';
import { givenToModel, modelDone, simulatedDone } from './model.ts';
import { notChanged, withOwn } from './address.ts';
import { keyOf, lookedUp, toWrite, written } from './prepare.ts';
import { applyTables, askEgress, checkMembers, compute, decide, finalDecision, scanCase } from './perform.ts';
import { readByShape } from './shape.ts';
import type { Members, Nested } from './values.ts';

/** Runs the tests that a vertical contains. Returns a fault for each that comes out differently. */
export const ownTestFaults = (compiled: CompiledVertical): readonly RuleSetFault[] =>
  compiled.document.tests.flatMap((test) => {
    const at = `tests.${test.name}`;
    const strangers = Object.keys(test.results).filter(
      (id) => !compiled.steps.some(({ step }) => step.id === id),
    );
    if (strangers.length > 0) return [{ at, fault: `there is no step ${strangers.join(', ')}` }];
    const got = walk(compiled, test);
    const { decision, codes, written: wrote } = test.expect;
    const words = [
      ...(got.decision === decision ? [] : [`the decision is ${got.decision} instead of ${decision}`]),
      ...differing('codes', got.codes, codes),
      ...differing('written', got.written, wrote),
    ];
    return words.length === 0 ? [] : [{ at, fault: words.join('; ') }];
  });

const differing = (name: string, got: readonly string[], right: readonly string[] | undefined): string[] => {
  if (right === undefined) return [];
  const [mine, theirs] = [got, right].map((each) => each.toSorted().join(', ') || 'none');
  return mine === theirs ? [] : [`${name}: ${mine} instead of ${theirs}`];
};

interface Walked {
  readonly decision: string;
  readonly codes: readonly string[];
  readonly written: readonly string[];
}

/** Performs the steps for a test, which states the records and people's answers. */
const walk = (compiled: CompiledVertical, test: TeamVerticalTest): Walked => {
  const run: RunOfVertical = {
    case: test.case,
    day: parseDay(test.day ?? compiled.document.effective_from)!,
    mode: 'simulated',
  };
  const done: StepDone[] = [];
  for (const step of compiled.steps) {
    const found = before(compiled, run, done);
    done.push(leftOut(step, found) ?? performForTest(compiled, step, found, { run, test }));
  }
  const { decision, reasons } = finalDecision(compiled, done);
  return {
    decision,
    codes: [...new Set(reasons.map(({ code }) => code))],
    written: compiled.steps.flatMap(({ step }, index) =>
      done[index]!.value['written'] === true ? [step.id] : [],
    ),
  };
};

interface Stated {
  readonly run: RunOfVertical;
  readonly test: TeamVerticalTest;
}

const performForTest = (
  compiled: CompiledVertical,
  each: CompiledStep,
  found: Before,
  { run, test }: Stated,
): StepDone => {
  const { step } = each;
  const stated = Object.hasOwn(test.results, step.id) ? test.results[step.id] : undefined;
  switch (step.do) {
    case 'check_members':
      return checkMembers(compiled, run, each, found);
    case 'scan':
      return scanCase(run);
    case 'compute':
      return compute(each, found);
    case 'commands':
      return listCommands(each, found);
    case 'call_outside':
      return askEgress(step, []);
    case 'decide':
      return decide(compiled, step, found);
    case 'look_up': {
      const key = keyOf(each, found);
      if (!('key' in key)) return key;
      return foundForTest(each, found, stated, lookUpForTest(each, step, found, stated));
    }
    case 'verify_code':
      return foundForTest(each, found, stated, codeForTest(stated));
    case 'run_python': {
      const given = givenTo(each, found);
      return 'given' in given ? codeDone(step, stated ?? undefined) : given;
    }
    case 'model': {
      // Without a stated answer, the test is of a simulated run.
      if (stated === undefined) return simulatedDone(each, step, found);
      const given = givenToModel(each, found);
      return 'given' in given ? modelDone(step, stated ?? undefined) : given;
    }
    case 'rules':
      return deciding(
        step,
        step.rule_set === undefined ? applyTables(each, found) : statedCodes(step.rule_set, stated),
        found,
      );
    case 'review': {
      const approved = stated?.['approved'] === true;
      return { value: { asked: true, approved }, reasons: [], summary: '', detail: {} };
    }
    case 'write':
    default: {
      const { decision } = finalDecision(compiled, doneBefore(compiled, found));
      const own =
        step.confirm === undefined || decision === ESCALATE
          ? []
          : notConfirmed(each, step, found, statedCodes(step.confirm.rule_set, stated).reasons);
      const prepared = toWrite(each, step, own.length > 0 ? ESCALATE : decision, found);
      const done =
        'write' in prepared ? (notChanged(step, prepared.write, found) ?? written(step.id, {})) : prepared;
      return withOwn(step, done, own);
    }
  }
};

const lookUpForTest = (
  each: CompiledStep,
  step: StepOf<'look_up'>,
  found: Before,
  stated: Readonly<Record<string, unknown>> | null | undefined,
): StepDone => {
  if (stated === undefined || stated === null)
    return withDefaults(each, step, found, lookedUp(step, undefined));
  if (step.fields === undefined) return withDefaults(each, step, found, lookedUp(step, plainMembers(stated)));
  const { members, missing, unreadable } = readByShape(step.fields, stated);
  return lookedUp(step, members, { unreadable: [...missing, ...unreadable] });
};

/** A write carries out the decision, unless an earlier write was refused. */
const doneBefore = (
  { steps }: CompiledVertical,
  { scope }: Before,
): readonly Pick<StepDone, 'value' | 'reasons'>[] =>
  steps.map(({ step }) => ({ value: scope[step.id] ?? {}, reasons: [] }));

/** A test need not state a verification: the caller is then verified. */
const codeForTest = (stated: Readonly<Record<string, unknown>> | null | undefined): StepDone => {
  const state = asText(stated?.['state']) || 'verified';
  const verified = state === 'verified';
  return {
    value: {
      state,
      verified,
      elsewhere: stated?.['elsewhere'] === true,
      ...(verified && { policy: asText(stated?.['policy']), phone_masked: 'X' }),
    },
    reasons: [],
    summary: '',
    detail: {},
  };
};

/** Adds the codes that a test states for the rules of a step. */
const foundForTest = (
  each: CompiledStep,
  found: Before,
  stated: Readonly<Record<string, unknown>> | null | undefined,
  done: StepDone,
): StepDone => {
  const rules = findsOf(each.step);
  if (rules === undefined) return done;
  const { reasons } = statedCodes(rules.rule_set, stated);
  return withFindings(each, found, done, { reasons, ruleSet: rules.rule_set });
};

/** A test may leave out the comparison: an account that it states matches, and nobody has reset it. */
const withDefaults = (
  each: CompiledStep,
  step: StepOf<'look_up'>,
  found: Before,
  done: StepDone,
): StepDone => ({
  ...done,
  value: {
    ...matchesOf(each, step, found, done.value['found'] === true ? () => true : undefined),
    ...(step.resets !== undefined && { recent_resets: 0n }),
    ...done.value,
  },
});

const statedCodes = (
  ruleSet: string,
  stated: Readonly<Record<string, unknown>> | null | undefined,
): StepDone => {
  const given = stated?.['codes'];
  const codes = Array.isArray(given) ? given.map(String) : [];
  return {
    value: { clear: codes.length === 0, codes, rule_set: ruleSet },
    reasons: codes.map((code) => ({ code, detail: 'stated by the test' })),
    summary: '',
    detail: {},
  };
};

/** Reads a record of the service as a test states it: numbers are whole, and dates are days. */
const plainMembers = (stated: Readonly<Record<string, unknown>>): Members =>
  Object.fromEntries(
    Object.entries(stated).flatMap(([name, value]): [string, Nested][] => {
      if (typeof value === 'number' && Number.isSafeInteger(value)) return [[name, BigInt(value)]];
      if (typeof value === 'boolean') return [[name, value]];
      if (typeof value !== 'string') return [];
      const day = /^\d{4}-\d\d-\d\d$/.test(value) ? parseDay(value) : undefined;
      return [[name, day === undefined ? value : BigInt(day)]];
    }),
  );
