import type { Client } from '@temporalio/client';
import { newLedgerRef } from '../../src/ids.ts';
import { executeDocumentCheck, executePageDrawing } from '../../src/runs/document/start.ts';
import { storeUpload } from '../../src/runs/document/stored.ts';
import { createRun } from '../../src/runs/vertical/create.ts';
import { startVerticalRun } from '../../src/runs/vertical/start.ts';
import type { KeyRing } from '../../src/store/crypto/key-ring.ts';
import type { Db } from '../../src/store/db/client.ts';
import { queuesOf } from '../../src/temporal/queues.ts';
import { someKey as askedBy } from '../helpers/actors.ts';
import { pageOf } from '../helpers/pdf.ts';

export const DOCUMENTS = ['document-check', 'document-page', 'kyc-documents'] as const;

/** Records the check and a drawing of an uploaded form, and a claim that consists of it. @returns the workflows' ids, by name */
export const recordDocuments = async ({
  client,
  db,
  ring,
  teamId,
}: {
  readonly client: Client;
  readonly db: Db;
  readonly ring: KeyRing;
  readonly teamId: string;
}): Promise<Readonly<Record<(typeof DOCUMENTS)[number], string>>> => {
  const content = pageOf('Helvetica', ['Claim form', 'PAN: ABCPK1234L', 'Policy No: HI-1010']);
  const work = { taskQueue: queuesOf('steps').sandboxes };
  const limits = { team_id: teamId, asked_by: askedBy, timeout_ms: 60_000, wait_ms: 60_000 };
  const id = await db
    .transaction()
    .execute(async (tx) => storeUpload(tx, ring, { teamId, askedBy, parts: [{ format: 'pdf', content }] }));
  await executeDocumentCheck(client, { ...work, input: { ...limits, ledger_ref: id } });
  const drawing = newLedgerRef('page');
  const page = { document_id: id, page: 1, masked: false };
  await executePageDrawing(client, { ...work, input: { ...limits, ...page, ledger_ref: drawing } });
  const documents = [{ id, kind: null }];
  const value = { id: 'CLM-DOC-1', documents: [{ file_id: id }] };
  const run = await db
    .transaction()
    .execute(async (tx) => createRun(tx, ring, { teamId, vertical: 'kyc', case: value, askedBy, documents }));
  await startVerticalRun(client, { taskQueue: 'steps', deadlineMs: 10_000, input: run });
  await client.workflow.getHandle(run.run_id).result();
  return { 'document-check': id, 'document-page': drawing, 'kyc-documents': run.run_id };
};
