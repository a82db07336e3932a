import { basename } from 'node:path';
import type { Client } from '../../clients/typescript/src/index.ts';
import { readBase64, readGiven } from './given.ts';
import type { ApiAccess } from './locate-service.ts';
import { EXIT, type ExitCode, type Outcome } from './outcome.ts';
import { endInTime, showStarted, withClient } from './service-client.ts';

/** Exit code for work that ended without a result. */
const codeOf = (failed: boolean): ExitCode => (failed ? EXIT.foundWrong : EXIT.ok);

/** Screens text for identifiers. @param file `-` for standard input */
export const scanText = async (access: ApiAccess, file: string): Promise<Outcome> => {
  const text = await readGiven(file);
  return withClient(access, async (client) => {
    const found = await client.call('scanText', { body: { text } });
    return { code: EXIT.ok, json: { ...found }, text: found.masked };
  });
};

/** Extracts fields of a document. A check that fails is a result. */
export const extractFrom = async (
  access: ApiAccess,
  file: string,
  { type = 'auto' }: { readonly type?: string },
): Promise<Outcome> => {
  const isText = /\.(txt|md|csv|json)$/i.test(file) || file === '-';
  const content = isText ? { text: await readGiven(file) } : { document_b64: await readBase64(file) };
  return withClient(access, async (client) => {
    const body = { type: type as 'auto', ...content };
    const found = await client.call('extractDocument', { body });
    const lines = Object.entries(found.fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
    return { code: EXIT.ok, json: { ...found }, text: [...lines, `valid: ${found.valid}`].join('\n') };
  });
};

/** Runs code in a sandbox; exits with 1 if the code fails. */
export const runCode = async (
  access: ApiAccess,
  file: string,
  { language }: { readonly language?: string },
): Promise<Outcome> => {
  const code = await readGiven(file);
  const isShell = language === 'bash' || (language === undefined && file.endsWith('.sh'));
  return withClient(access, async (client) => {
    const ran = await client.call('runCode', { body: { language: isShell ? 'bash' : 'python', code } });
    if (ran.stderr !== '') process.stderr.write(ran.stderr);
    return { code: codeOf(ran.exit_code !== 0), json: { ...ran }, text: ran.stdout.trimEnd() };
  });
};

/** Calls a service to do work that takes a while. */
const workOf = async (access: ApiAccess, work: (client: Client) => Promise<Outcome>): Promise<Outcome> =>
  withClient(access, async (client) => endInTime(work(client)));

/** Gives an agent a task, with files that it may read. */
export const runTask = async (
  access: ApiAccess,
  task: string,
  { file = [] }: { readonly file?: readonly string[] },
): Promise<Outcome> => {
  const files = await Promise.all(
    file.map(async (path) => ({ name: basename(path), content_b64: await readBase64(path) })),
  );
  return workOf(access, async (client) => {
    const body = { task, ...(files.length > 0 && { files }) };
    const done = await client.work.task(body, { onStarted: showStarted });
    const text = done.status === 'error' ? `The task failed: ${done.error?.message ?? ''}` : done.result;
    return { code: codeOf(done.status === 'error'), json: { ...done }, text: text ?? '' };
  });
};

/** Asks a question about a dataset. */
export const analyzeData = async (
  access: ApiAccess,
  question: string,
  { data }: { readonly data: string },
): Promise<Outcome> => {
  const body = { question, datasets: [{ name: basename(data), data_b64: await readBase64(data) }] };
  return workOf(access, async (client) => {
    const done = await client.work.analyze(body, { onStarted: showStarted });
    const text = done.status === 'error' ? `The analysis failed: ${done.error?.message ?? ''}` : done.answer;
    return { code: codeOf(done.status === 'error'), json: { ...done }, text: text ?? '' };
  });
};

/** Lets an operator work on a desktop, and waits for the result. */
export const runOperator = async (
  access: ApiAccess,
  task: string,
  { url }: { readonly url?: string },
): Promise<Outcome> =>
  workOf(access, async (client) => {
    const body = { task, ...(url !== undefined && { url }) };
    const done = await client.work.operator(body, { onStarted: showStarted });
    return {
      code: codeOf(done.success !== true),
      json: { ...done },
      text: done.result ?? done.ended_by ?? '',
    };
  });
