import { entryOf } from './ag-ui.ts';
import type { Dialect } from './dialect.ts';

/** Shows only ledger rows and the run's end. */
export const ledgerRows: Dialect = {
  headers: {},
  render: (event) =>
    event.type === 'ledger.entry'
      ? [{ event: 'ledger.entry', data: JSON.stringify(entryOf(event.payload)) }]
      : [],
  text: undefined,
  end: ({ id, status, decision, error, ledger_ref }) => [
    { event: 'run.ended', data: JSON.stringify({ id, status, decision, error, ledger_ref }) },
  ],
};
