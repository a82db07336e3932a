import { app } from './app.ts';
import { ask } from './ask.ts';
import { connectors } from './connectors.ts';
import { helps } from './helps.ts';
import { home } from './home.ts';
import { ledger } from './ledger.ts';
import { names } from './names.ts';
import { operators } from './operators.ts';
import { review } from './review.ts';
import { run } from './run.ts';
import { start } from './start.ts';
import { parts } from './parts.ts';
import { settings } from './settings.ts';
import { webhooks } from './webhooks.ts';
import { keys } from './keys.ts';
import { people } from './people.ts';
import { safety } from './safety.ts';
import { rules } from './rules.ts';
import { records } from './records.ts';
import { recordValues } from './record-values.ts';
import { ledgerPages } from './ledger-pages.ts';
import { usage } from './usage.ts';

/**
 * The console's texts in English, a file for each page. Plural forms end in `.one` and `.other`; `{name}` is
 * a placeholder for a value.
 */
export const en = {
  ...app,
  ...ask,
  ...connectors,
  ...helps,
  ...home,
  ...ledger,
  ...names,
  ...operators,
  ...review,
  ...run,
  ...start,
  ...parts,
  ...settings,
  ...webhooks,
  ...keys,
  ...people,
  ...safety,
  ...rules,
  ...records,
  ...recordValues,
  ...ledgerPages,
  ...usage,
} as const;

type Key = keyof typeof en;

/** A text's key. Code uses a text with plural forms by its key without the suffix. */
export type Word = Key extends infer K ? (K extends `${infer W}.one` | `${infer W}.other` ? W : K) : never;

/** The texts of another language have exactly these keys. */
export type Catalogue = Readonly<Record<Key, string>>;
