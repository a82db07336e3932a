import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, it } from 'vitest';
import { tools } from '../../src/api/routes/mcp/tools.ts';
import { startTestApi } from '../helpers/api.ts';
import { atEnd } from '../helpers/at-end.ts';
import { REVISIONS } from '../helpers/mcp.ts';
import { npmProgram } from '../helpers/npm-packages.ts';

const LIMIT = { timeout: 240_000 };

/**
 * Runs a program with Node.
 * @returns its output, even if it reports failures
 */
const outputOf = async (...args: readonly string[]): Promise<string> =>
  promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 26 }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );

const judge = await npmProgram('@modelcontextprotocol/conformance', '0.2.0-alpha.12', 'dist/index.js');
const inspector = await npmProgram(
  '@modelcontextprotocol/inspector',
  '2.12.0',
  'clients/launcher/build/index.js',
);
const api = await startTestApi();
const { key } = await api.newTeam();

/** Adds the key to each request, because the judge has no credentials. */
const startKeyProxy = async (): Promise<string> => {
  const { port } = new URL(api.url);
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    const onward = request({ port, method: incoming.method, path: incoming.url, headers }, (response) => {
      outgoing.writeHead(response.statusCode!, response.headers);
      response.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
};

const url = await startKeyProxy();

interface Check {
  readonly scenario: string;
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

/** Runs all scenarios that a revision requires of servers. @returns every check */
const judged = async (revision: string): Promise<readonly Check[]> => {
  const folder = await mkdtemp(join(inject('scratch'), 'conformance-'));
  await outputOf(judge!, 'server', '--url', url, '--requirements', revision, '-o', folder);
  const found = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const [, scenario = name] = /^server-(.*)-\d{4}-\d\d-\d\dT/.exec(name) ?? [];
      const checks = JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8')) as Check[];
      return checks.map((check) => ({ ...check, scenario }));
    }),
  );
  return found.flat();
};

/**
 * Checks that cannot succeed here, with the reasons. The package tests servers that have the tools, prompts
 * and resources of its own example.
 */
const EXPLAINED: readonly {
  readonly why: string;
  readonly covers: (check: Required<Check>) => boolean;
}[] = [
  {
    why: 'it calls a tool of the example, which is not a tool of this service',
    covers: ({ errorMessage }) =>
      /There is no such tool|tool 'test_\w+'|json_schema_2020_12_tool|no tool with x-mcp-header/.test(
        errorMessage,
      ),
  },
  {
    why: 'it is about prompts, resources, completions or log messages, which this server does not offer',
    covers: ({ errorMessage }) => errorMessage.includes('Method not found'),
  },
  {
    why: 'it follows a step that one of these prevented',
    covers: ({ errorMessage }) =>
      /^(Not testable: no task|Prerequisite failed|routing-task fixture|Expected InputRequiredResult)/.test(
        errorMessage,
      ),
  },
  {
    why: 'it is about the extension for tasks, which is optional: long work has handles here',
    covers: ({ scenario }) => scenario.startsWith('tasks-'),
  },
  {
    why: 'the list of tools changes only with a release, so there is nothing to subscribe to',
    covers: ({ id }) => /subscription/.test(id),
  },
];

/** Scenarios that do not depend on the example. */
const PASSED = {
  '2025-11-25': [
    'dns-rebinding-protection',
    'ping',
    'server-initialize',
    'server-session-lifecycle',
    'server-sse-multiple-streams',
    'server-sse-polling',
    'tools-list',
  ],
  '2026-07-28': [
    'dns-rebinding-protection',
    'http-header-validation',
    'input-required-result-ignore-extra-params',
    'input-required-result-missing-input-response',
    'input-required-result-unsupported-methods',
    'input-required-result-validate-input',
    'sep-2164-resource-not-found',
    'server-sse-multiple-streams',
    'tasks-status-notifications',
    'tools-list',
  ],
};

describe.skipIf(judge === undefined).each(REVISIONS)('The conformance package in %s', (revision) => {
  it('every check succeeds or concerns something that this server does not offer', LIMIT, async () => {
    const checks = await judged(revision);
    const failed = checks.filter(({ status }) => status === 'FAILURE');
    const unexplained = failed.filter(
      ({ errorMessage = '', ...check }) =>
        !EXPLAINED.some(({ covers }) => covers({ ...check, errorMessage })),
    );
    expect(unexplained).toEqual([]);
    const failing = new Set(failed.map(({ scenario }) => scenario));
    const passing = new Set(checks.map(({ scenario }) => scenario).filter((one) => !failing.has(one)));
    expect([...passing].toSorted()).toEqual(PASSED[revision]);
    // Even in failed scenarios, every message on the wire fits the schema of the revision.
    const wire = checks.filter(({ id }) => id === 'wire-schema-valid').map(({ status }) => status);
    expect(wire.length).toBeGreaterThan(25);
    expect(new Set(wire)).toEqual(new Set(['SUCCESS']));
  });
});

const inspect = async (...args: readonly string[]): Promise<Record<string, unknown>> => {
  const header = ['--transport', 'http', '--header', `Authorization: Bearer ${key}`];
  const output = await outputOf(inspector!, '--cli', `${api.url}/mcp`, ...header, ...args);
  return JSON.parse(output) as Record<string, unknown>;
};

describe.skipIf(inspector === undefined)("The inspector's command line", () => {
  it('it lists the tools, whose schemas it finds portable, and calls one', LIMIT, async () => {
    const listed = (await inspect('--method', 'tools/list', '--strict')) as { tools: { name: string }[] };
    expect(listed.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    const call = ['--method', 'tools/call', '--tool-name', 'scan_text', '--tool-arg', 'text=PAN ABCPK1234L'];
    expect(await inspect(...call)).toMatchObject({ structuredContent: { flags: ['pan'] } });
  });
});
