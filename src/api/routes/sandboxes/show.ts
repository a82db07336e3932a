import type { z } from 'zod';
import type { RunCodeBody } from '../../../contract/code-run.ts';
import type { sandboxSchema } from '../../../contract/sandbox.ts';
import { maskText } from '../../../governance/mask.ts';
import type { StoredChart } from '../../../runs/agent/analysis/charts.ts';
import type { StoredSession } from '../../../store/sandboxes/sessions.ts';
import type { SealedValue } from '../../../store/vault/vault.ts';

/** Shows a sandbox. */
export const showSandbox = (stored: StoredSession): z.input<typeof sandboxSchema> => ({
  id: stored.id,
  ledger_ref: stored.id,
  state: stored.state,
  ended_because: stored.ended_because,
  libraries: stored.profile === 'data' ? 'data' : 'standard',
  memory_mb: stored.memory_mb,
  idle_s: stored.idle_ms / 1_000,
  programs: stored.programs,
  created_at: stored.created_at.toISOString(),
  used_at: stored.used_at.toISOString(),
  ends_at: stored.ends_at.toISOString(),
  ended_at: stored.ended_at?.toISOString() ?? null,
});

/** Shows the outcome of a program. */
export const showProgram = (
  { language, charts: wantsCharts }: Pick<RunCodeBody, 'language' | 'charts'>,
  outcome: SealedValue,
  ids: { readonly n: number; readonly ledger_ref: string },
) => {
  const { charts = [], charts_without_data: _left, ...rest } = outcome;
  const pictures = wantsCharts === true ? (charts as readonly StoredChart[]) : [];
  return {
    language,
    ...rest,
    charts: pictures.map(({ name, png_b64 }) => ({ name: maskText(name), image_b64: png_b64 })),
    ...ids,
  };
};
