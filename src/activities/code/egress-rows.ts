import { clipStart } from '../../governance/bounded-text.ts';
import { maskText } from '../../governance/mask.ts';
import type { Remains } from '../../sandbox/index.ts';
import { base, type CodeRowContext, type Row } from './row.ts';

const MAX_HOST = 253;

/** Attempts to reach a network as far as they are known. Outcomes of earlier releases have no count of the others. */
export type EgressEvidence = Pick<Remains, 'egress_attempts'> &
  Partial<Pick<Remains, 'egress_attempts_more'>>;

/** How many attempts there were, those that are counted alone included. */
export const attemptsIn = ({ egress_attempts, egress_attempts_more = 0 }: EgressEvidence): number =>
  egress_attempts.length + egress_attempts_more;

const blockedRow = (
  context: CodeRowContext,
): Pick<Row, keyof ReturnType<typeof base> | 'action' | 'governance'> => ({
  ...base(context),
  action: 'egress.block',
  governance: 'blocked',
});

/** One row for each listed host that the code tried to reach, and one that sums up the others. */
export const egressRows = (context: CodeRowContext, egress: EgressEvidence): readonly Row[] => {
  const { egress_attempts: attempts, egress_attempts_more: more = 0 } = egress;
  const detail = { sandbox_id: context.sandboxId, blocked: true };
  const listed = attempts.map(({ host, port }): Row => {
    // Masked before it is cut; the end of a name says whose it is.
    const masked = clipStart(maskText(host), MAX_HOST);
    return {
      ...blockedRow(context),
      summary: `Code tried to reach ${masked}${port === null ? '' : `:${port}`}; a sandbox has no network.`,
      detail: { ...detail, host: masked, port, rule: 'no-network' },
    };
  });
  if (more === 0) return listed;
  const sum: Row = {
    ...blockedRow(context),
    summary: `Code tried to reach hosts ${more} more times than there are rows; a sandbox has no network.`,
    detail: { ...detail, host: '', port: null, rule: 'rows', count: more },
  };
  return [...listed, sum];
};
