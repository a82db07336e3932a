import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { ProvisionError } from '../provision/problem.ts';

const unreadable = (path: string, error: unknown): ProvisionError =>
  new ProvisionError(`${path} cannot be read: ${(error as Error).message}`, 'Check the path.');

/** Reads a file as text; `-` is standard input. */
export const readGiven = async (path: string): Promise<string> => {
  try {
    return path === '-' ? await text(process.stdin) : await readFile(path, 'utf8');
  } catch (error) {
    throw unreadable(path, error);
  }
};

/** Reads a file in base64. */
export const readBase64 = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'base64');
  } catch (error) {
    throw unreadable(path, error);
  }
};

/** Reads a JSON object from a file. */
export const readObject = async (path: string): Promise<Readonly<Record<string, unknown>>> => {
  try {
    const value: unknown = JSON.parse(await readGiven(path));
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Readonly<Record<string, unknown>>;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new ProvisionError(`${path} does not contain a JSON object.`, 'Write the case as {"id": "…", …}.');
};
