import { onTestFinished } from 'vitest';
import { startTestApi, type TestApi } from '../helpers/api.ts';
import { type OpenStream, openStream, type StreamRequest } from '../helpers/live-stream.ts';
import { type LiveWriter, startLiveWriter } from '../helpers/live-writer.ts';

/** An API whose live runs a test writes and follows. */
export interface LiveApi {
  readonly api: TestApi;
  readonly teamId: string;
  readonly key: string;
  /** Starts a live run whose events the test writes, and releases it when the test ends. */
  readonly start: () => Promise<LiveWriter>;
  /** Follows a run until the test ends. */
  readonly follow: (
    runId: string,
    more?: Partial<StreamRequest> & { readonly query?: string },
  ) => Promise<OpenStream>;
}

export const useLiveApi = async (settings?: Readonly<Record<string, string>>): Promise<LiveApi> => {
  const api = await startTestApi(settings);
  const { teamId, key } = await api.newTeam();
  return {
    api,
    teamId,
    key,
    start: async () => {
      const writer = await startLiveWriter(api.database, teamId);
      onTestFinished(writer.close);
      return writer;
    },
    follow: async (runId, { query = '', ...more } = {}) => {
      const stream = await openStream(`${api.url}/v1/workforce/runs/${runId}/events${query}`, {
        key,
        ...more,
      });
      onTestFinished(stream.cut);
      return stream;
    },
  };
};
