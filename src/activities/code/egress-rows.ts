import { clipStart } from '../../governance/text/clip.ts';
import type { KnownValues } from '../../governance/known.ts';
import { maskText } from '../../governance/mask.ts';
import type { Remains } from '../../sandbox/index.ts';
import { commonFields, type CodeRowContext, type Row } from './row-context.ts';

const MAX_HOST = 253;

/** Known attempts to reach a network. Outcomes stored by earlier releases do not include the number of unlisted attempts. */
export type EgressEvidence = Pick<Remains, 'egress_attempts'> &
  Partial<Pick<Remains, 'egress_attempts_more'>>;

/** Returns the number of attempts, including those that are counted but not listed. */
export const attemptsIn = ({ egress_attempts, egress_attempts_more = 0 }: EgressEvidence): number =>
  egress_attempts.length + egress_attempts_more;

const blockedRow = (
  context: CodeRowContext,
): Pick<Row, keyof ReturnType<typeof commonFields> | 'action' | 'governance'> => ({
  ...commonFields(context),
  action: 'egress.block',
  governance: 'blocked',
});

/**
 * Returns one row for each listed host that the code tried to reach, and one that sums up the remaining attempts.
 * @param known the job's identifiers, including those in the host names, which are masked there
 */
export const egressRows = (
  context: CodeRowContext,
  egress: EgressEvidence,
  known: KnownValues,
): readonly Row[] => {
  const { egress_attempts: attempts, egress_attempts_more: more = 0 } = egress;
  const detail = { sandbox_id: context.sandboxId, blocked: true };
  const listed = attempts.map(({ host, port }): Row => {
    // Masks the name before truncating it, and keeps its end, which shows who owns the host.
    const masked = clipStart(maskText(host, known), MAX_HOST);
    return {
      ...blockedRow(context),
      summary: `Code tried to reach ${masked}${port === null ? '' : `:${port}`}; a sandbox has no network.`,
      detail: { ...detail, host: masked, port, rule: 'no-network' },
    };
  });
  if (more === 0) return listed;
  const sum: Row = {
    ...blockedRow(context),
    summary: `Code tried to reach hosts ${more} more times, which have no rows of their own; a sandbox has no network.`,
    detail: { ...detail, host: '', port: null, rule: 'rows', count: more },
  };
  return [...listed, sum];
};
