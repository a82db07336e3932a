import { maskText } from '../../governance/mask.ts';

const TIMEOUT_MS = 5_000;

const ask = async (
  url: string,
  token?: string,
): Promise<{ status: number; text: string } | { error: string }> => {
  try {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const reply = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { status: reply.status, text: await reply.text() };
  } catch (error) {
    const { code = 'no answer' } = ((error as Error).cause ?? {}) as { code?: string };
    return { error: code };
  }
};

/** Reads what `/readyz` of the API says. */
export const readHealth = async (url: string | undefined): Promise<unknown> => {
  if (url === undefined) return { error: 'no service is known here' };
  const reply = await ask(`${url}/readyz`);
  if ('error' in reply) return reply;
  try {
    return { status: reply.status, ...(JSON.parse(reply.text) as object) };
  } catch {
    return { status: reply.status };
  }
};

/** Reads a process's metrics. Labels are masked; names and values are counts. @returns its lines, or why there are none */
export const readMetrics = async (
  url: string | undefined,
  token?: string,
): Promise<readonly string[] | object> => {
  if (url === undefined) return { error: 'no address is known here' };
  const reply = await ask(`${url}/metrics`, token);
  if ('error' in reply) return reply;
  if (reply.status !== 200) return { status: reply.status };
  return reply.text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.replace(/\{.*\}/, (labels) => maskText(labels)));
};
