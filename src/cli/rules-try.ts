import { shownAdjudication } from '../governance/adjudication/shown.ts';
import { adjudicateCase } from '../governance/rule-sets/adjudicate-case.ts';
import { ProvisionError } from '../provision/problem.ts';
import { type CompiledRuleSet, isCompiled } from '../governance/rule-sets/compile.ts';
import { checkRuleSet } from '../governance/rule-sets/check.ts';
import { parsedExactly } from '../provision/exact-json.ts';
import { type Outcome, EXIT, table } from './outcome.ts';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { readCover } from '../governance/adjudication/read-cover.ts';
import type { Case } from '../governance/members.ts';
import type { Compared } from '../governance/rule-sets/compare.ts';
import { readFile } from 'node:fs/promises';

/** Adjudicates claims under a product's terms. Each line is one JSON case with its `cover`. */
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

/** Reads and compiles the rule set of a product from a file. */
export const productIn = async (file: string): Promise<CompiledRuleSet> => {
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

/** Reads claims line by line. A fault names the line but never quotes it. */
export const claimsIn = async function* (file: string): AsyncGenerator<Compared> {
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
  const given = caseIn(line, number);
  const cover = given === undefined ? undefined : readCover(given['cover']);
  if (given === undefined || cover === undefined)
    throw new ProvisionError(
      `Line ${number} is not a claim with a cover.`,
      'Write one JSON object a line, with admission, discharge, items and cover (docs/adjudication.md).',
    );
  return { id: String(number), given, cover };
};

const caseIn = (line: string, number: number): Case | undefined => {
  try {
    const parsed: unknown = parsedExactly(line, `Line ${number}`);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Case)
      : undefined;
  } catch (error) {
    if (error instanceof ProvisionError) throw error;
    return undefined;
  }
};

/** Reads a file of JSON. */
export const readJson = async (file: string): Promise<unknown> => {
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
