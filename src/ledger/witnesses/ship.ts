import type pg from 'pg';
import { storeCosignature } from '../checkpoints.ts';
import { LedgerBrokenError } from '../errors.ts';
import { proofSince } from '../prove.ts';
import { keysOfLog, latestSigned } from '../signed-checkpoints.ts';
import { openCheckpoint } from '../proofs/checkpoint.ts';
import { deliveredSize, dueShipments, recordShipment } from './shipments.ts';
import { type Delivery, type Witness, WitnessAwayError } from './witness.ts';

const BATCH = 100;
/** Skip a witness until the next pass after this many consecutive failures. */
const FAILURES_IN_A_ROW = 3;

export type ShipmentOutcome = Delivery['state'] | 'failed';

/** Reports a delivery's outcome. `detail` is written by this service and is safe to log. */
export type ReportShipment = (shipment: {
  readonly teamId: string;
  readonly witness: string;
  readonly outcome: ShipmentOutcome;
  readonly detail: string | null;
  /** Whether the ledger itself does not verify, so that the witness's answer does not matter. */
  readonly isBroken: boolean;
}) => unknown;

/**
 * Delivers every due checkpoint to a witness.
 * @param all delivers for every team and ignores the records of earlier deliveries, because the role under audit may change them
 * @returns the number of deliveries by outcome
 */
export const shipDue = async (
  pool: pg.Pool,
  witness: Witness,
  report: ReportShipment,
  all = false,
): Promise<Readonly<Record<ShipmentOutcome, number>>> => {
  const counts = { delivered: 0, refused: 0, failed: 0 };
  let failures = 0;
  let after = '';
  for (;;) {
    const due = await dueShipments(pool, { witness: witness.name, after, limit: BATCH, all });
    for (const { teamId } of due) {
      const outcome = await shipLatest(pool, witness, teamId, report);
      if (outcome === undefined) continue;
      counts[outcome] += 1;
      failures = outcome === 'failed' ? failures + 1 : 0;
      if (failures >= FAILURES_IN_A_ROW) return counts;
    }
    after = due.at(-1)?.teamId ?? '';
    if (due.length < BATCH) return counts;
  }
};

/** Delivers a team's latest checkpoint to a witness. @returns undefined when the team has none */
export const shipLatest = async (
  pool: pg.Pool,
  witness: Witness,
  teamId: string,
  report: ReportShipment,
): Promise<ShipmentOutcome | undefined> => {
  const delivered = await deliveredSize(pool, teamId, witness.name);
  // Must be read after the delivered size, so that it includes a checkpoint that is signed and delivered in between.
  const { checkpoint } = await latestSigned(pool, teamId);
  if (checkpoint === undefined) return undefined;
  const { size } = checkpoint;
  const keys = await keysOfLog(pool, teamId);
  const { state, detail, isBroken } = await attempt(async () => {
    const delivery = await witness.take({
      teamId,
      checkpoint,
      note: checkpoint.ownNote,
      delivered,
      open: (note) => openCheckpoint(note, keys),
      proofSince: async (from) => proofSince(pool, teamId, from, size),
    });
    if (delivery.state === 'delivered' && delivery.cosignature !== undefined) {
      const { name, line } = delivery.cosignature;
      await storeCosignature(pool, teamId, { size, witness: name, line });
    }
    // A witness that cannot judge has accepted this checkpoint even though it received a larger one before.
    if (delivery.state === 'delivered' && delivered > size) return truncated(delivered, size);
    return delivery;
  });
  // Another worker may have delivered a larger checkpoint in the meantime, which makes this one look truncated to the witness.
  const isOutrun = state === 'refused' && ((await latestSigned(pool, teamId)).checkpoint?.size ?? 0) > size;
  if (isOutrun) return shipLatest(pool, witness, teamId, report);
  await recordShipment(pool, { teamId, witness: witness.name, size }, { state, detail });
  await report({ teamId, witness: witness.name, outcome: state, detail, isBroken });
  return state;
};

const truncated = (delivered: number, size: number): Delivery => ({
  state: 'refused',
  detail: `truncated: a checkpoint over ${delivered} rows was delivered, but the ledger has ${size}`,
});

const attempt = async (
  take: () => Promise<Delivery>,
): Promise<{
  readonly state: ShipmentOutcome;
  readonly detail: string | null;
  readonly isBroken: boolean;
}> => {
  const isBroken = false;
  try {
    const delivery = await take();
    return { state: delivery.state, detail: delivery.state === 'refused' ? delivery.detail : null, isBroken };
  } catch (error) {
    if (error instanceof LedgerBrokenError)
      return { state: 'refused', detail: error.message, isBroken: true };
    if (error instanceof WitnessAwayError) return { state: 'failed', detail: error.message, isBroken };
    return { state: 'failed', detail: `it could not be reached: ${kindOf(error)}`, isBroken };
  }
};

/**
 * Returns only an error's kind, because messages from fetch and the file system may contain an address that includes a secret.
 */
const kindOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  const codes = [error.cause, error].map((one) => (one as { readonly code?: unknown } | undefined)?.code);
  return codes.find((code) => typeof code === 'string') ?? error.name;
};
