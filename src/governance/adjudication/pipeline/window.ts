import type { StageWork } from '../context.ts';

/** Deducts lines before or after the days that belong to a stay. A line without a date belongs to the stay. */
export const windowStage: StageWork = (sheet, { claim, terms, admission, discharge }) => {
  const { before_days: before, after_days: after, clause } = terms.window;
  let outside = 0;
  for (const [index, { date }] of claim.lines.entries()) {
    if (date === undefined) continue;
    const early = admission - date;
    const late = date - discharge;
    if (early <= before && late <= after) continue;
    outside += 1;
    sheet.cutLine('window', index, {
      code: early > before ? 'PRE' : 'POST',
      amount: sheet.left[index]!,
      formula:
        early > before
          ? `${early} days before admission, ${before} allowed`
          : `${late} days after discharge, ${after} allowed`,
      clause,
    });
  }
  if (outside === 0)
    sheet.pass('window', `no line is more than ${before} days before or ${after} days after the stay`);
};
