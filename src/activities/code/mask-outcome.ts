import { type KnownIdentifiers, maskKnown, maskKnownJson } from '../../governance/known-identifiers.ts';
import type { Remains } from '../../sandbox/index.ts';
import type { StoredFile, StoredOutcome } from './stored-code.ts';

/**
 * Masks the dataset's known identifiers in everything that a run's code left, before any of it is stored. Returned files are
 * masked if they are text; JSON files remain JSON.
 */
export const maskOutcome = (known: KnownIdentifiers, outcome: StoredOutcome): StoredOutcome => {
  const mask = (text: string): string => maskKnown(known, text);
  return {
    ...outcome,
    stdout: mask(outcome.stdout),
    stderr: mask(outcome.stderr),
    result: maskKnownJson(known, outcome.result) as StoredOutcome['result'],
    charts: outcome.charts.map((chart) => ({ ...chart, name: mask(chart.name) })),
    ...(outcome.charts_without_data && { charts_without_data: outcome.charts_without_data.map(mask) }),
    files: outcome.files.map((file) => maskFile(known, file)),
    ...maskAttempts(known, outcome),
  };
};

/** Masks what code printed before its sandbox was lost. */
export const maskRemains = (known: KnownIdentifiers, remains: Remains): Remains => ({
  ...remains,
  stdout: maskKnown(known, remains.stdout),
  ...maskAttempts(known, remains),
});

const maskAttempts = (
  known: KnownIdentifiers,
  { egress_attempts }: Pick<Remains, 'egress_attempts'>,
): Pick<Remains, 'egress_attempts'> => ({
  egress_attempts: egress_attempts.map((attempt) => ({ ...attempt, host: maskKnown(known, attempt.host) })),
});

const maskFile = (known: KnownIdentifiers, file: StoredFile): StoredFile => {
  const name = maskKnown(known, file.name);
  const named = { ...file, name, ...(name !== file.name && { own_name: file.name }) };
  if (file.content_b64 === undefined) return named;
  const bytes = Buffer.from(file.content_b64, 'base64');
  const text = bytes.toString('utf8');
  // Bytes that are not UTF-8 are not text, so they are left unchanged.
  if (!Buffer.from(text, 'utf8').equals(bytes)) return named;
  return { ...named, content_b64: Buffer.from(maskedContent(known, text)).toString('base64') };
};

/** Masks a file's text. In JSON, a masked number must become a string. */
const maskedContent = (known: KnownIdentifiers, text: string): string => {
  try {
    return JSON.stringify(maskKnownJson(known, JSON.parse(text)));
  } catch {
    return maskKnown(known, text);
  }
};
