import type { EgressBlock } from '../../desktop/egress-proxy/index.ts';
import type { Kysely } from 'kysely';
import { recordable } from '../../governance/recordable.ts';
import { askedBy, type Ledger } from '../../ledger/index.ts';
import { appendBlocked } from '../../runs/blocked.ts';
import type { OperatorRunInput } from '../../runs/operator/workflow.ts';
import type { Database } from '../../store/db/schema.ts';

export interface BlockRecorderOptions {
  readonly db: Kysely<Database>;
  readonly ledger: Pick<Ledger, 'appendIn'>;
  /** The run, whose id is also its ledger_ref. */
  readonly run: Pick<OperatorRunInput, 'run_id' | 'team_id' | 'asked_by'>;
  /** Identifies this fence among all of the run's fences, because each counts its blocks from 1. */
  readonly fenceId: string;
}

const MAX_HOST = 253;

const said = ({ class: kind, count, rule }: EgressBlock, place: string): string => {
  const times = count === 1 ? '' : ` ${count} times`;
  const who = kind === 'background' ? "Connection of the browser's own" : 'Connection';
  return `${who}${place === '' ? '' : ` to ${place}`} blocked${times} by rule ${rule}.`;
};

/** Writes each of a fence's blocks to the ledger as one `egress.block` row. */
export const createBlockRecorder =
  ({ db, ledger, run, fenceId }: BlockRecorderOptions) =>
  async (block: EgressBlock): Promise<void> => {
    const { n, port, rule, via, count } = block;
    // Masks the host name, because host names can be used to smuggle data out of a desktop.
    const host = recordable(block.host, MAX_HOST);
    await appendBlocked(
      { db, ledger },
      {
        teamId: run.team_id,
        ledgerRef: run.run_id,
        step: 0,
        action: 'egress.block',
        governance: 'blocked',
        summary: said(block, port === null ? host : `${host}:${port}`),
        detail: { host, port, rule, via, class: block.class, count, blocked: true },
        idemKey: `${run.run_id}/egress/${fenceId}/${n}`,
        actor: askedBy(run, { workflow_id: run.run_id }),
      },
    );
  };
