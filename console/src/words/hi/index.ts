import type { Catalogue } from '../en/index.ts';
import { app } from './app.ts';
import { ask } from './ask.ts';
import { home } from './home.ts';
import { ledger } from './ledger.ts';
import { names } from './names.ts';
import { operators } from './operators.ts';
import { review } from './review.ts';
import { run } from './run.ts';
import { start } from './start.ts';

/** The console's texts in Hindi. */
export const hi: Catalogue = {
  ...app,
  ...ask,
  ...home,
  ...ledger,
  ...names,
  ...operators,
  ...review,
  ...run,
  ...start,
};
