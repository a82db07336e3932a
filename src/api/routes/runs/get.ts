import { getRun, getRunDocuments } from '../../../contract/operations/runs.ts';
import { receiptFor } from '../../../ledger/receipt.ts';
import { actorOf, vaultRead } from '../../../ledger/index.ts';
import { maskedReadingOfRun, readingOfRun } from '../../../runs/document/show.ts';
import { readRun } from '../../../runs/vertical/read.ts';
import { ledgerRefOf } from '../../../runs/vertical/run-refs.ts';
import { ProblemError } from '../../http/problem.ts';
import { unlessUnprovable } from '../../runs/receipts.ts';
import { route } from '../../services/route.ts';
import { readPurpose } from '../../documents/read-purpose.ts';
import { safeRun } from '../../runs/run-body.ts';

export const getRunRoute = route(getRun, async ({ params, caller, requestId }, services) => {
  const { teamId } = caller;
  const run = await readRun(services.db, { teamId, runId: params.id });
  if (run === undefined) throw new ProblemError('not-found');
  const ref = { teamId, ledgerRef: run.ledger_ref };
  const receipt =
    run.status === 'running'
      ? null
      : await unlessUnprovable({ ...services, requestId }, ref, async () =>
          receiptFor(services.pool, teamId, ref.ledgerRef),
        );
  const documents = await maskedReadingOfRun(services.db, services.rings.vault, ref);
  const body = {
    ...(await safeRun(services, teamId, run)),
    ...(documents !== undefined && { documents }),
    receipt,
  };
  return { status: 200, body };
});

/** Shows the values of the documents unmasked. Before they are sent, the ledger records who read them. */
export const getRunDocumentsRoute = route(
  getRunDocuments,
  async ({ params, caller, requestId }, services) => {
    const { db, rings, ledger } = services;
    const { teamId } = caller;
    const ledgerRef = await ledgerRefOf(db, { teamId, runId: params.id });
    if (ledgerRef === undefined) throw new ProblemError('not-found');
    const documents = (await readingOfRun(db, rings.vault, { teamId, ledgerRef })) ?? [];
    if (documents.length > 0)
      await ledger.append(
        vaultRead(
          { teamId, actor: actorOf(caller, requestId) },
          "What was read from a run's documents was opened; it may contain identifiers.",
          {
            ref: ledgerRef,
            documents: documents.map(({ file_id }) => file_id),
            ...(await readPurpose(services, caller, { ledgerRef })),
          },
        ),
      );
    return { status: 200, body: { documents } };
  },
);
