import { askedBy } from '../../ledger/index.ts';
import type { ExtractionRow } from './ledger-rows.ts';
import { scopesOf } from '../../governance/suspension/scopes.ts';
import { persistently } from '../common/persist.ts';
import type { SandboxDependencies } from '../code/dependencies.ts';
import type { ExtractionInput } from '../../runs/document/workflow.ts';

export interface RowWriter {
  /** Buffers rows until the next write. */
  readonly add: (...rows: readonly ExtractionRow[]) => void;
  /** Writes the buffered rows and the given ones in one batch. */
  readonly write: (rows: readonly ExtractionRow[]) => Promise<void>;
}

/** Creates a writer for one sandbox's rows. Their numbers continue after those of earlier attempts. */
export const rowWriter = (
  { ledger }: SandboxDependencies,
  input: ExtractionInput,
  sandboxId: string,
  earlier: number,
): RowWriter => {
  const actor = askedBy(input, { workflow_id: input.ledger_ref });
  const suspendable = scopesOf.extraction;
  let kept: ExtractionRow[] = [];
  let written = 0;
  return {
    add: (...rows) => void kept.push(...rows),
    write: async (rows) => {
      const batch = [...kept, ...rows];
      kept = [];
      const first = written + 1;
      written += batch.length;
      await persistently(async () =>
        Promise.all(
          batch.map(async (row, index) =>
            ledger.append({
              ...row,
              teamId: input.team_id,
              ledgerRef: input.ledger_ref,
              step: earlier + first + index,
              idemKey: `${input.ledger_ref}/${sandboxId}/${first + index}`,
              actor,
              // A sandbox that is open must be closed.
              ...(row.action !== 'sandbox.close' && { suspendable }),
            }),
          ),
        ),
      );
    },
  };
};
