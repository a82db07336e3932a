import { BUILT_IN } from '../governance/rule-sets/built-in/index.ts';
import { ruleSetHash } from '../governance/rule-sets/canonical.ts';
import { checkRuleSet } from '../governance/rule-sets/check.ts';
import { isCompiled } from '../governance/rule-sets/compile.ts';
import { ProvisionError } from '../provision/problem.ts';
import { EXIT, type Outcome } from './outcome.ts';
import { readJson } from './rules-try.ts';

/** Prints a rule set that comes with the service, to copy or to compare. */
export const showRuleSet = (id: string): Outcome => {
  const set = BUILT_IN.find((each) => each.id === id);
  if (set === undefined)
    throw new ProvisionError(
      `There is no built-in rule set ${id}.`,
      `Choose one of: ${BUILT_IN.map((each) => each.id).join(', ')}.`,
    );
  return { code: EXIT.ok, json: set, text: JSON.stringify(set, undefined, 2) };
};

/** Checks a draft: its form, names, cells and rows, and the tests that it contains. */
export const checkDraft = async (file: string): Promise<Outcome> => {
  const checked = checkRuleSet(await readJson(file));
  if (!isCompiled(checked))
    return {
      code: EXIT.foundWrong,
      json: { ok: false, faults: checked },
      text: checked.map(({ at, fault }) => `${at === '' ? 'rule set' : at}: ${fault}`).join('\n'),
    };
  const { id, version, tests } = checked.set;
  const sha256 = ruleSetHash(checked.set);
  return {
    code: EXIT.ok,
    json: { ok: true, id, version, sha256, tests: tests.length },
    text: `${id}@${version} has no faults, and its ${tests.length === 1 ? 'test passes' : `${tests.length} tests pass`}.\nSHA-256 ${sha256}`,
  };
};
