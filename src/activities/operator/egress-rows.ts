import type { EgressBlock } from '../../desktop/egress-proxy/index.ts';
import { recordable } from '../../governance/recordable.ts';
import type { Ledger } from '../../ledger/index.ts';

export interface BlockRecorderOptions {
  readonly ledger: Pick<Ledger, 'append'>;
  readonly teamId: string;
  /** Also the run's ledger_ref. */
  readonly runId: string;
  /** Names this fence among those that the run had before: blocks count from 1 in each. */
  readonly fenceId: string;
}

const MAX_HOST = 253;

const said = ({ class: kind, count, rule }: EgressBlock, place: string): string => {
  const times = count === 1 ? '' : ` ${count} times`;
  const who = kind === 'background' ? 'Call of the browser itself' : 'Connection';
  return `${who}${place === '' ? '' : ` to ${place}`} blocked${times} by rule ${rule}.`;
};

/** Writes what a fence refused into the ledger, one `egress.block` row for each block. */
export const createBlockRecorder =
  ({ ledger, teamId, runId, fenceId }: BlockRecorderOptions) =>
  async (block: EgressBlock): Promise<void> => {
    const { n, port, rule, via, count } = block;
    // Whoever smuggles data out of a desktop does so in names of hosts.
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
