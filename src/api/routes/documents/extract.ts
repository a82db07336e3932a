import type { Actor } from '../../../contract/actor.ts';
import { hintAt } from '../../../runs/code/hints.ts';
import { extractDocument } from '../../../contract/operations/documents.ts';
import { scopesOf } from '../../../governance/suspension/scopes.ts';
import { storeDocument } from '../../../runs/document/documents.ts';
import { findOutcome } from '../../../runs/outcome.ts';
import type { Unreadable } from '../../../runs/document/reading.ts';
import { sandboxesNow } from '../../../store/hosts/hosts.ts';
import type { StoredAnswer } from '../../../store/idempotency/once.ts';
import type { SandboxWorkFailure } from '../../../temporal/sandbox-work.ts';
import type { SealedValue } from '../../../store/vault/vault.ts';
import { replayedHeader } from '../../runs/answer-once.ts';
import { accepted } from '../../runs/idempotent.ts';
import { refuseSuspended } from '../../safety/refuse-suspended.ts';
import { dependencyAway, expectResult, ProblemError } from '../../http/problem.ts';
import { type Call, type Reply, route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import type { ExtractionInput } from '../../../runs/document/workflow.ts';

/** Maximum time for an extraction. Text takes a moment, but each scanned page takes seconds. */
const TIMEOUT_MS = { text: 30_000, file: 100_000 } as const;

/** Stores the document sealed, has a workflow extract it, and responds with the result. */
export const extractDocumentRoute = route(extractDocument, async (call, services): Promise<Reply> => {
  const { db, rings, settings } = services;
  const { teamId } = call.caller;
  const { state, detail, ready } = await sandboxesNow(db);
  if (state === 'off') {
    throw new ProblemError('dependency-away', {
      detail: `Documents cannot be checked here: ${detail}`,
      headers: { 'Retry-After': '30' },
    });
  }
  const { ref, asked_by, replayed } = await storeOnce(call, services);
  const find = async (): Promise<SealedValue | undefined> => findOutcome(db, rings.vault, { teamId, ref });
  const before = replayed ? await find() : undefined;
  const result =
    before ??
    (await extractByWorkflow(services, ready, {
      team_id: teamId,
      ledger_ref: ref,
      timeout_ms: call.body.text === undefined ? TIMEOUT_MS.file : TIMEOUT_MS.text,
      wait_ms: settings.sandboxWaitMs,
      asked_by,
    })) ??
    expectResult(await find());
  const { unreadable } = result as { unreadable?: Unreadable };
  if (unreadable !== undefined) {
    const errors = [{ in: 'body', pointer: '/document_b64', message: UNREADABLE[unreadable] }] as const;
    throw new ProblemError('invalid-request', { errors });
  }
  return {
    status: 200,
    body: { ...result, ledger_ref: ref },
    headers: replayedHeader(replayed),
  };
});

interface StoredExtraction {
  readonly ref: string;
  readonly asked_by: Actor;
}

/** @returns the extraction's ledger_ref and who asked for it; a repeated request gets the first request's */
const storeOnce = async (
  call: Call<typeof extractDocument>,
  services: Services,
): Promise<StoredExtraction & { readonly replayed: boolean }> => {
  const { db, rings } = services;
  const asked_by = call.caller.actor;
  const document = { teamId: call.caller.teamId, document: call.body };
  // A single statement does not need a transaction.
  if (call.idempotencyKey === undefined) {
    await refuseSuspended(services, db, call, scopesOf.extraction);
    return { ref: await storeDocument(db, rings.vault, document), asked_by, replayed: false };
  }
  const { answer, replayed } = await accepted(
    extractDocument,
    call,
    services,
    async (tx): Promise<StoredAnswer> => {
      await refuseSuspended(services, tx, call, scopesOf.extraction);
      return { status: 200, body: { ref: await storeDocument(tx, rings.vault, document), asked_by } };
    },
  );
  // Responses that earlier releases stored do not say who asked.
  return {
    asked_by,
    ...(answer.body as Pick<StoredExtraction, 'ref'> & Partial<StoredExtraction>),
    replayed,
  };
};

/**
 * Extracts a document through its workflow. If there is only one host, it gets a hint and begins before the workflow reaches it.
 * With several hosts, the workflow might reach another one, and the work would be done twice. Resolves when the result is stored,
 * with the result itself if the notification contained it.
 */
const extractByWorkflow = async (
  { workflows, pool, stored, log }: Services,
  hosts: readonly string[],
  input: ExtractionInput,
): Promise<SealedValue | undefined> => {
  const { heard, forget } = stored.next(input.ledger_ref);
  const [host] = hosts;
  if (host !== undefined && hosts.length === 1) hintAt(pool, host, input).catch(() => undefined);
  try {
    const end = await Promise.race([heard.then((result) => ({ result })), workflows.extract(input)]);
    if ('failure' in end) throw PROBLEMS[end.failure]();
    return end.result?.outcome;
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    log.warn(
      { ledger_ref: input.ledger_ref, error },
      'document extraction could not be run through Temporal',
    );
    throw dependencyAway('Temporal');
  } finally {
    forget();
  }
};

const UNREADABLE: Readonly<Record<Unreadable, string>> = {
  encrypted: 'expected a document that opens without a password',
  damaged: 'expected a document that is not damaged',
  unknown: 'expected a PDF, PNG, JPEG, TIFF, WebP, BMP or GIF file',
  empty: 'expected a document with at least one page',
  large: 'expected a picture of at most 25 million pixels',
  failed: 'expected a document that can be read within a minute and 400 MiB of memory',
};

const PROBLEMS: Readonly<Record<SandboxWorkFailure, () => ProblemError>> = {
  busy: () => new ProblemError('sandboxes-busy', { headers: { 'Retry-After': '5' } }),
  unavailable: () => dependencyAway('A sandbox'),
  interrupted: () => dependencyAway('A sandbox'),
  refused: () => new ProblemError('internal'),
  suspended: () => new ProblemError('suspended'),
  timed_out: () => new ProblemError('work-timeout'),
  internal: () => new ProblemError('internal'),
};
