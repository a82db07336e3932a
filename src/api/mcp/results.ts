import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import type { ProblemError } from '../http/problem.ts';
import type { JsonObject } from './schemas.ts';

/** Returns a reply's body in the form in which it is sent: without undefined members. */
export const asJson = (body: object | string): JsonObject =>
  (typeof body === 'string' ? JSON.parse(body) : JSON.parse(JSON.stringify(body))) as JsonObject;

/** Members of replies that contain a PNG in base64. */
const PICTURES: ReadonlySet<string> = new Set(['image_b64', 'final_screenshot_b64']);

/**
 * Returns a result with the body as structured content, and as text for clients that read only text. Pictures are blocks of their
 * own instead of base64 in the text.
 */
export const resultOf = (body: JsonObject, { failed = false } = {}): CallToolResult => {
  const pictures: ContentBlock[] = [];
  const text = JSON.stringify(body, (name, value: unknown) => {
    if (!PICTURES.has(name) || typeof value !== 'string') return value;
    pictures.push({ type: 'image', data: value, mimeType: 'image/png' });
    return undefined;
  });
  return {
    content: [{ type: 'text', text }, ...pictures],
    structuredContent: body,
    ...(failed && { isError: true }),
  };
};

/**
 * Returns a problem as a result that the model can read and act on, with `retry_after` in place of the
 * header. It has no structured content, because it would not match that schema.
 */
export const problemResult = (problem: ProblemError, requestId: string): CallToolResult => {
  const { 'Retry-After': seconds } = problem.headers;
  const body = {
    ...problem.render(requestId),
    ...(seconds !== undefined && { retry_after: Number(seconds) }),
  };
  return { content: [{ type: 'text', text: JSON.stringify(body) }], isError: true };
};
