import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { shownAdjudication } from '../governance/adjudication/shown.ts';
import { readCover } from '../governance/adjudication/read-cover.ts';
import { formatRupees } from '../governance/amounts.ts';
import type { Case } from '../governance/members.ts';
import { adjudicateCase } from '../governance/rule-sets/adjudicate-case.ts';
import { BUILT_IN } from '../governance/rule-sets/built-in/index.ts';
import { ruleSetHash } from '../governance/rule-sets/canonical.ts';
import { checkRuleSet } from '../governance/rule-sets/check.ts';
import { type Compared, type Comparison, VersionComparison } from '../governance/rule-sets/compare.ts';
import { isCompiled, type CompiledRuleSet } from '../governance/rule-sets/compile.ts';
import { ProvisionError } from '../provision/problem.ts';
import { EXIT, table, type Outcome } from './outcome.ts';

/** Shows a rule set that comes with the service, to copy or to compare. */
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

/** Adjudicates claims, one JSON case with its `cover` a line, under a product's terms. */
export const tryClaims = async (rules: string, claims: string): Promise<Outcome> => {
  const compiled = await productIn(rules);
  const results = [];
  for await (const { id, given, cover } of claimsIn(claims))
    results.push({ line: Number(id), ...shownAdjudication(adjudicateCase(compiled, given, cover)) });
  const rows = results.map(({ line, outcome, amount, findings }) => [
    String(line),
    outcome,
    amount?.claimed ?? '',
    amount?.approved ?? '',
    amount?.patient_pays ?? '',
    [...new Set(findings.map(({ code }) => code))].join(', '),
  ]);
  return {
    code: EXIT.ok,
    json: { claims: results },
    text: table([['LINE', 'OUTCOME', 'CLAIMED', 'APPROVED', 'PATIENT PAYS', 'FINDINGS'], ...rows]),
  };
};

/** Adjudicates claims under two versions and shows what the later one would have decided differently. */
export const compareRules = async (before: string, after: string, claims: string): Promise<Outcome> => {
  const comparison = new VersionComparison(await productIn(before), await productIn(after));
  for await (const claim of claimsIn(claims)) comparison.add(claim);
  const compared = comparison.result();
  return { code: EXIT.ok, json: shownComparison(compared), text: describe(compared) };
};

const shownComparison = ({
  claims,
  matrix,
  approvedBefore,
  approvedAfter,
  codes,
  differences,
}: Comparison) => ({
  claims,
  matrix,
  approved: { before: formatRupees(approvedBefore), after: formatRupees(approvedAfter) },
  codes,
  differences: differences.map(({ id, before, after, more }) => ({
    line: Number(id),
    more: formatRupees(more),
    before: shownAdjudication(before),
    after: shownAdjudication(after),
  })),
});

const describe = ({
  claims,
  matrix,
  approvedBefore,
  approvedAfter,
  codes,
  differences,
}: Comparison): string =>
  [
    `${claims} claims; approved ${formatRupees(approvedBefore)} before, ${formatRupees(approvedAfter)} after.`,
    table([
      ['BEFORE > AFTER', 'CLAIMS'],
      ...Object.entries(matrix).map(([move, number]) => [move, String(number)]),
    ]),
    table([
      ['CODE', 'BEFORE', 'AFTER'],
      ...Object.entries(codes).map(([code, number]) => [code, String(number.before), String(number.after)]),
    ]),
    ...(differences.length === 0
      ? ['No claim is decided differently.']
      : [table([['LINE', 'MORE APPROVED'], ...differences.map(({ id, more }) => [id, formatRupees(more)])])]),
  ].join('\n\n');

const productIn = async (file: string): Promise<CompiledRuleSet> => {
  const checked = checkRuleSet(await readJson(file));
  if (!isCompiled(checked))
    throw new ProvisionError(
      `The rule set in ${file} has faults.`,
      `See them with: pramaan rules check ${file}`,
    );
  if (checked.set.terms === undefined)
    throw new ProvisionError(
      `The rule set in ${file} has no terms of a product.`,
      'Add terms; pramaan rules show standard-health prints an example.',
    );
  return checked;
};

const readJson = async (file: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as unknown;
  } catch (error) {
    throw unreadable(file, error);
  }
};

const unreadable = (file: string, error: unknown): ProvisionError =>
  new ProvisionError(
    `${file} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`,
    'Give the path of a JSON file.',
  );

/** Reads claims line by line. Shows the number of a line that is not a claim, and never its content. */
const claimsIn = async function* (file: string): AsyncGenerator<Compared> {
  let number = 0;
  try {
    for await (const line of createInterface({ input: createReadStream(file) })) {
      number += 1;
      if (line.trim() !== '') yield claimIn(line, number);
    }
  } catch (error) {
    if (error instanceof ProvisionError) throw error;
    throw unreadable(file, error);
  }
};

const claimIn = (line: string, number: number): Compared => {
  const given = caseIn(line);
  const cover = given === undefined ? undefined : readCover(given['cover']);
  if (given === undefined || cover === undefined)
    throw new ProvisionError(
      `Line ${number} is not a claim with a cover.`,
      'Write one JSON object a line, with admission, discharge, items and cover (docs/adjudication.md).',
    );
  return { id: String(number), given, cover };
};

const caseIn = (line: string): Case | undefined => {
  try {
    const parsed: unknown = JSON.parse(line);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Case)
      : undefined;
  } catch {
    return undefined;
  }
};
