import { chartRemarks, chartsOfSession, missingChartRemarks } from '../../../runs/agent/analysis/charts.ts';
import { profileRef } from '../../../runs/agent/analysis/create.ts';
import {
  type NamedProfile,
  profilesIn,
  profilesRemarks,
  type SealedProfiles,
} from '../../../runs/agent/analysis/profiles.ts';
import { TABLES_FILE } from '../../../runs/agent/analysis/sandbox-programs.ts';
import { parseTables, type ResultTable } from '../../../runs/agent/analysis/tables.ts';
import { findValue } from '../../../store/vault/vault.ts';
import { maskText } from '../../../governance/mask.ts';
import { answerOf } from '../end/check.ts';
import type { CodeRun } from '../end/outcomes.ts';
import { type Extra, type FinishInput, finishRun } from '../end/finish.ts';
import type { AgentDependencies } from '../dependencies.ts';
import type { ToolOutcome } from '../types.ts';
import { answerDataset, prepareAnalysis } from './dataset.ts';

/** Creates the activities for analyses. */
export const createAnalysisActivities = (deps: AgentDependencies) => ({
  prepareAnalysis: async (
    input: Parameters<typeof prepareAnalysis>[1],
  ): Promise<{ readonly job_ref: string }> => prepareAnalysis(deps, input),

  answerDataset: async (input: Parameters<typeof answerDataset>[1]): Promise<ToolOutcome> =>
    answerDataset(deps, input),

  finishAnalysis: async (input: FinishInput): Promise<void> =>
    finishRun(deps, input, async (codeRuns) => extraOf(deps, input, codeRuns)),
});

export type AnalysisActivities = ReturnType<typeof createAnalysisActivities>;

const extraOf = async (
  deps: AgentDependencies,
  { run, end }: FinishInput,
  codeRuns: readonly CodeRun[],
): Promise<Extra> => {
  const ref = { teamId: run.team_id, ref: profileRef(run.ledger_ref) };
  const profiles = profilesIn(await findValue<SealedProfiles>(deps.db, deps.vaultRing, ref));
  const ofSession = chartsOfSession(
    codeRuns.flatMap(({ outcome }) =>
      outcome === undefined
        ? []
        : [
            {
              failed: outcome.exit_code !== 0,
              charts: outcome.charts,
              withoutData: outcome.charts_without_data ?? [],
            },
          ],
    ),
  );
  const { charts } = ofSession;
  const answer = end.how === 'done' ? await answerOf(deps, run, end.turn) : '';
  const remarksOnCharts = [chartRemarks(ofSession), missingChartRemarks(answer, ofSession)];
  const tables = tablesOf(codeRuns);
  return {
    remarks: [profilesRemarks(profiles), ...remarksOnCharts].filter((text) => text !== '').join('\n\n'),
    counts: { charts: charts.length, tables: tables.length },
    more: {
      charts: charts.map(({ name, png_b64 }) => ({ name: maskText(name), image_b64: png_b64 })),
      tables,
      dataset: profiles.length === 1 ? shownOf(profiles[0]!) : null,
      datasets: profiles.map(shownOf),
    },
  };
};

/** Returns each table's last version. */
const tablesOf = (codeRuns: readonly CodeRun[]): readonly ResultTable[] => {
  const byName = new Map<string, ResultTable>();
  for (const { outcome } of codeRuns) {
    const file = outcome?.files.find(({ name }) => name === TABLES_FILE);
    if (file?.content_b64 === undefined) continue;
    const json = Buffer.from(file.content_b64, 'base64').toString('utf8');
    for (const table of parseTables(json)) byName.set(table.name, table);
  }
  return [...byName.values()].slice(0, 10);
};

const shownOf = ({ name: given, profile }: NamedProfile): object => ({
  ...(given !== null && { name: given }),
  kind: profile.kind,
  encoding: profile.encoding,
  delimiter: profile.delimiter,
  notes: profile.notes,
  tables: profile.tables.map(({ name, rows, rejected, columns }) => ({
    name,
    rows,
    rejected,
    columns: columns.map((column) => ({ name: column.name, type: column.type })),
  })),
});
