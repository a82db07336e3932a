import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { createOpenApi } from '../../src/contract/operations/openapi.ts';
import type { OnAnswer } from '../../src/api/middleware/answers.ts';
import { CONSOLE } from '../../src/api/middleware/console.ts';
import { showReference } from '../../src/contract/operations/discovery.ts';
import { viewPage } from '../../src/contract/operations/live-view.ts';
import { operations } from '../../src/contract/operations/index.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
addFormats.default(ajv);
ajv.addFormat('base64', /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/);

interface ResponseObject {
  readonly content?: Readonly<Record<string, object>>;
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
}

const documents = {
  workforce: createOpenApi('workforce', 'http://test.invalid'),
  services: createOpenApi('services', 'http://test.invalid'),
};
for (const [name, document] of Object.entries(documents)) ajv.addSchema(document, name);

const shapeOf = (template: string): RegExp => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

/** Returns the operation that a request matches, or undefined if no document has one. */
const operationFor = (method: string, path: string) =>
  operations.find((spec) => spec.method === method.toLowerCase() && shapeOf(spec.path).test(path));

const escape = (segment: string): string => segment.replaceAll('~', '~0').replaceAll('/', '~1');

/** Paths of the files of pages, which do not belong to an operation. */
const FILES = new RegExp(`^(${viewPage.path}/|${showReference.path}/|${CONSOLE}(/|$))`);

/** Statuses of responses sent before the operation is known. They are all problems. */
const OUTSIDE = new Set([400, 404, 405, 408, 431, 500]);

/**
 * Checks a response against the OpenAPI documents: status, media type, body, X-Request-Id and the documented headers.
 * @throws Error that names the deviations
 */
export const assertConforms = (
  request: { readonly method: string; readonly path: string },
  response: { readonly status: number; readonly headers: Headers; readonly body: unknown },
): void => {
  const where = `${request.method} ${request.path} -> ${response.status}`;
  if (response.headers.get('x-request-id') === null) throw new Error(`${where} has no X-Request-Id`);
  if (request.method === 'HEAD' || response.status === 204) return;
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  const spec = operationFor(request.method, request.path);
  if (spec === undefined) {
    if (FILES.test(request.path) && response.status === 200) return;
    if (!OUTSIDE.has(response.status)) throw new Error(`${where}: no document has such an operation`);
    assertSchema('workforce#/components/schemas/Problem', response.body, where);
    return;
  }
  const responses = documents[spec.document].paths![spec.path]![spec.method]!
    .responses as unknown as Readonly<Record<string, ResponseObject>>;
  const documented = responses[String(response.status)];
  if (documented === undefined) throw new Error(`${where}: this status is not documented`);
  if (documented.content?.[type] === undefined) throw new Error(`${where}: ${type} is not documented`);
  for (const [name, { required }] of Object.entries(documented.headers ?? {})) {
    if (required !== false && !OPTIONAL.has(name) && !response.headers.has(name))
      throw new Error(`${where} has no ${name}`);
  }
  if (!/[/+]json$/.test(type) || response.body === undefined) return;
  const path = [
    'paths',
    spec.path,
    spec.method,
    'responses',
    String(response.status),
    'content',
    type,
    'schema',
  ];
  assertSchema(`${spec.document}#/${path.map(escape).join('/')}`, response.body, where);
};

/** Headers that only some responses with the same status have. */
const OPTIONAL = new Set(['Idempotency-Replayed', 'Set-Cookie']);

const assertSchema = (ref: string, value: unknown, where: string): void => {
  const validate = ajv.getSchema(ref);
  if (validate === undefined) throw new Error(`${where}: ${ref} cannot be found`);
  if (validate(value) === true) return;
  const lines = (validate.errors ?? []).map((error) => `  ${error.instancePath} ${error.message ?? ''}`);
  throw new Error(`${where} does not fit the document:\n${lines.join('\n')}`);
};

/** Checks each response of a service against the documents, and reports at the end which responses did not conform. */
export const watchAnswers = (): { readonly onAnswer: OnAnswer; readonly assertAllFit: () => void } => {
  const faults = new Set<string>();
  return {
    onAnswer: (answer) => {
      try {
        assertConforms(answer, answer);
      } catch (error) {
        faults.add((error as Error).message);
      }
    },
    assertAllFit: () => {
      if (faults.size > 0) throw new Error([...faults].join('\n'));
    },
  };
};

export const METRICS_TOKEN = 'metrics-of-tests';
