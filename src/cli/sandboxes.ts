import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { readBase64, readGiven } from './given.ts';
import type { ApiAccess } from './locate-service.ts';
import { EXIT, type Outcome, table } from './outcome.ts';
import { withClient } from './service-client.ts';

export interface OpenOptions {
  readonly data?: boolean;
  readonly memory?: string;
  readonly idle?: string;
  readonly env?: readonly string[];
}

export interface RunOptions {
  readonly language?: string;
  readonly timeout?: string;
  readonly put?: readonly string[];
  readonly get?: readonly string[];
}

/** Opens a sandbox, and prints its id. */
export const openSandbox = async (access: ApiAccess, options: OpenOptions): Promise<Outcome> =>
  withClient(access, async (client) => {
    const { data, memory, idle, env = [] } = options;
    const pairs = env.map((pair): [string, string] => {
      const at = pair.indexOf('=');
      // A name alone takes the variable of the caller's own shell.
      return at === -1 ? [pair, process.env[pair] ?? ''] : [pair.slice(0, at), pair.slice(at + 1)];
    });
    const opened = await client.call('openSandbox', {
      body: {
        libraries: data === true ? 'data' : 'standard',
        env: Object.fromEntries(pairs),
        ...(memory !== undefined && { memory_mb: Number(memory) }),
        ...(idle !== undefined && { idle_s: Number(idle) }),
      },
    });
    return { code: EXIT.ok, json: { ...opened }, text: opened.id };
  });

/** Runs a program in an open sandbox, with files up before it and down after it; exits with 1 if it fails. */
export const runInSandbox = async (
  access: ApiAccess,
  id: string,
  file: string | undefined,
  { language, timeout, put = [], get = [] }: RunOptions,
): Promise<Outcome> => {
  const code = file === undefined ? '' : await readGiven(file);
  const isShell = language === 'bash' || (language === undefined && file?.endsWith('.sh') === true);
  const files = await Promise.all(
    put.map(async (path) => ({ name: basename(path), content_b64: await readBase64(path) })),
  );
  return withClient(access, async (client) => {
    const ran = await client.call('runInSandbox', {
      params: { id },
      body: {
        language: isShell ? 'bash' : 'python',
        code,
        files,
        return_files: [...get],
        ...(timeout !== undefined && { timeout_ms: Number(timeout) * 1_000 }),
      },
    });
    if (ran.stderr !== '') process.stderr.write(ran.stderr);
    const missing: string[] = [];
    for (const name of get) {
      const left = ran.files.find((one) => one.name === name && one.content_b64 !== undefined);
      if (left?.content_b64 === undefined || left.content_truncated === true) missing.push(name);
      else await writeFile(basename(name), left.content_b64, 'base64');
    }
    for (const name of missing) process.stderr.write(`${name} is not there, or too large to return.\n`);
    const failed = ran.exit_code !== 0 || missing.length > 0;
    return {
      code: failed ? EXIT.foundWrong : EXIT.ok,
      json: { ...ran },
      text: ran.stdout.trimEnd(),
    };
  });
};

/** Lists the team's sandboxes that have not ended. */
export const listSandboxes = async (access: ApiAccess): Promise<Outcome> =>
  withClient(access, async (client) => {
    const { sandboxes } = await client.call('listSandboxes', { query: { state: 'open' } });
    const rows = sandboxes.map((one) => [one.id, one.libraries, String(one.programs), one.ends_at]);
    const text =
      rows.length === 0
        ? 'No sandbox is open.'
        : table([['id', 'libraries', 'programs', 'ends at'], ...rows]);
    return { code: EXIT.ok, json: { sandboxes }, text };
  });

/** Ends a sandbox. */
export const deleteSandbox = async (access: ApiAccess, id: string): Promise<Outcome> =>
  withClient(access, async (client) => {
    const ended = await client.call('deleteSandbox', { params: { id } });
    return { code: EXIT.ok, json: { ...ended }, text: `${id} is ${ended.state}.` };
  });
