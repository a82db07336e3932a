import { decideEgress } from '../../../governance/egress.ts';
import { recordable } from '../../../governance/recordable.ts';
import type { Vertical } from '../../../governance/verticals/definition.ts';
import type { StepFunction } from './step.ts';

/**
 * Creates a vertical's egress step. It asks the policy about the third-party call and records the answer, but does not make the
 * call.
 */
export const egressStep =
  ({ egress }: Vertical): StepFunction =>
  async ({ egressAllow, mode }) => {
    const { allowed, host, rule } = decideEgress(egress.url, { allow: egressAllow });
    const shown = recordable(host, 253);
    return {
      summary: allowed
        ? `Call for ${egress.purpose} to ${shown} allowed by rule ${rule}; a simulated run makes no connection.`
        : `Call for ${egress.purpose} to ${shown} blocked by rule ${rule}; no connection was made.`,
      detail: {
        mode,
        purpose: egress.purpose,
        host: shown,
        rule,
        allowed,
        blocked: !allowed,
        dialled: false,
      },
    };
  };
