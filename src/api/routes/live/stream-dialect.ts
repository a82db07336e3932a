import { MIMEType } from 'node:util';
import type { dialects } from '../../../contract/events.ts';
import { agUi } from '../../../events/ag-ui.ts';
import { aiSdk } from '../../../events/ai-sdk.ts';
import type { Dialect } from '../../../events/dialect.ts';
import { ledgerRows } from '../../../events/ledger-rows.ts';
import type { StreamCall } from './stream.ts';

type DialectName = (typeof dialects)[number];
const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  'ag-ui': agUi,
  'ai-sdk': aiSdk,
  ledger: ledgerRows,
};

/** Returns the dialect in the query, or else the one in the Accept header's profile. */
export const dialectOf = ({ query, header }: StreamCall): Dialect => {
  if (query.stream !== undefined) return DIALECTS[query.stream];
  for (const part of header('Accept').split(',')) {
    try {
      const { essence, params } = new MIMEType(part.trim());
      if (essence === 'text/event-stream' && params.get('profile') === 'ai-sdk') return aiSdk;
    } catch {
      // This part is not a media type, but the others may be.
    }
  }
  return agUi;
};
