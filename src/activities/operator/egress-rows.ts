import type { EgressBlock } from '../../desktop/egress-proxy/index.ts';
import { recordable } from '../../governance/recordable.ts';
import type { Ledger } from '../../ledger/index.ts';

export interface BlockRecorderOptions {
  readonly ledger: Pick<Ledger, 'append'>;
  readonly teamId: string;
  /** Also the run's ledger_ref. */
  readonly runId: string;
  /** Identifies this fence among all that the run has had, because blocks count from 1 in each. */
  readonly fenceId: string;
}

const MAX_HOST = 253;

const said = ({ class: kind, count, rule }: EgressBlock, place: string): string => {
  const times = count === 1 ? '' : ` ${count} times`;
  const who = kind === 'background' ? 'Call of the browser itself' : 'Connection';
  return `${who}${place === '' ? '' : ` to ${place}`} blocked${times} by rule ${rule}.`;
};

/** Writes each block of a fence to the ledger as one `egress.block` row. */
export const createBlockRecorder =
  ({ ledger, teamId, runId, fenceId }: BlockRecorderOptions) =>
  async (block: EgressBlock): Promise<void> => {
    const { n, port, rule, via, count } = block;
    // Whoever smuggles data out of a desktop does so in host names.
    const host = recordable(block.host, MAX_HOST);
    await ledger.append({
      teamId,
      ledgerRef: runId,
      step: 0,
      action: 'egress.block',
      governance: 'blocked',
      summary: said(block, port === null ? host : `${host}:${port}`),
      detail: { host, port, rule, via, class: block.class, count, blocked: true },
      idemKey: `${runId}/egress/${fenceId}/${n}`,
    });
  };
