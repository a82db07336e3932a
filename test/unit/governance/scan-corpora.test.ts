import { describe, expect, it } from 'vitest';
import {
  generatedTexts,
  labelledTexts,
  measure,
  strangersTexts,
  table,
  tradesTexts,
  type Report,
} from '../../helpers/pii-corpus.ts';

const TYPES = ['aadhaar', 'pan', 'gstin', 'card', 'email', 'phone', 'all'] as const;

const holds = (report: Report, f1: number, each: number): void => {
  const context = [table(report), ...report.errors].join('\n');
  expect(report.types.all.f1, context).toBeGreaterThanOrEqual(f1);
  for (const type of TYPES) {
    expect(report.types[type].precision, context).toBeGreaterThanOrEqual(each);
    expect(report.types[type].recall, context).toBeGreaterThanOrEqual(each);
  }
  expect(report.cleanFlagged / report.clean, context).toBeLessThanOrEqual(0.02);
};

describe('Scanning labelled texts', () => {
  it('the scan reaches F1 0.985 on the hand-labelled corpus and 0.97 precision and recall per type', () => {
    const report = measure(labelledTexts());
    process.stdout.write(`${table(report)}\n`);
    holds(report, 0.985, 0.97);
  });

  it('the scan reaches F1 0.95 on texts by other authors and 0.9 precision and recall per type', () => {
    const report = measure(strangersTexts());
    process.stdout.write(`${table(report)}\n`);
    const context = [table(report), ...report.errors].join('\n');
    expect(report.types.all.f1, context).toBeGreaterThanOrEqual(0.95);
    for (const type of TYPES) {
      expect(report.types[type].precision, context).toBeGreaterThanOrEqual(0.9);
      expect(report.types[type].recall, context).toBeGreaterThanOrEqual(0.9);
    }
    expect(report.cleanFlagged / report.clean, context).toBeLessThanOrEqual(0.05);
  });

  it('the scan reaches F1 0.985 on texts of the trades that use the service', () => {
    holds(measure(tradesTexts()), 0.985, 0.97);
  });

  it.each([1, 2, 3, 5, 8])(
    'the scan reaches the same scores on texts filled with other made-up values (seed %i)',
    (seed) => {
      holds(measure(generatedTexts(seed * 100_003)), 0.985, 0.97);
    },
  );
});
