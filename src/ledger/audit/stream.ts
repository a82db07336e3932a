import type { ExportLine } from './export-line.ts';
import { toOcsf } from './ocsf.ts';

export type ExportFormat = 'jsonl' | 'ocsf';

const CHUNK_CHARACTERS = 65_536;

/** Yields an export as text, one JSON object per line, in chunks of some tens of kilobytes. */
export const exportText = async function* (
  lines: AsyncIterable<ExportLine>,
  { format, teamId }: { readonly format: ExportFormat; readonly teamId: string },
): AsyncGenerator<string, void, undefined> {
  let text = '';
  for await (const line of lines) {
    text += `${JSON.stringify(format === 'ocsf' ? toOcsf(line, teamId, Date.now()) : line)}\n`;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
};
