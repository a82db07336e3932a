import type { StageWork } from '../context.ts';
import { isForeign, itemWithin, wordsOf } from '../vocabulary.ts';

/** Deducts items that are not payable, recognised by the head of the line or by its whole text. */
export const listsStage: StageWork = (sheet, { claim, vocabulary, heads }) => {
  let found = 0;
  for (const [index, line] of claim.lines.entries()) {
    const words = wordsOf(line.text);
    const list = vocabulary.lists.get(heads[index] ?? '') ?? vocabulary.items.get(words);
    if (list !== undefined) {
      found += 1;
      sheet.cutLine('lists', index, {
        code: list.code,
        amount: sheet.left[index]!,
        formula: list.title,
        clause: list.clause,
      });
      continue;
    }
    if (isForeign(words, vocabulary.letters))
      sheet.refer('BILL-LETTERS', `line ${index + 1}: its text has letters that no list contains`);
    const item = itemWithin(words, vocabulary);
    if (item !== undefined)
      sheet.refer('BILL-ITEM', `line ${index + 1}: its text includes an item that may not be payable`);
  }
  if (found === 0) sheet.pass('lists', 'no line is an item that is not payable');
};
