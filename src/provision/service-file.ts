import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writePrivately } from './files.ts';

const schema = z.object({
  url: z.string(),
  api_key: z.string(),
  temporal_ui_url: z.string().nullable(),
  temporal_address: z.string(),
  database_url: z.string(),
  docker_host: z.string().nullable(),
  pid: z.number().int(),
});

/** Content of var/service.json, from which scripts learn where the running service is. */
export type ServiceFile = Readonly<z.output<typeof schema>>;

const path = (dataDir: string): string => join(dataDir, 'service.json');

export const writeServiceFile = async (dataDir: string, service: ServiceFile): Promise<void> =>
  writePrivately(path(dataDir), service);

/** Reads the last start's file; undefined if there is none. The service may have ended since. */
export const readServiceFile = async (dataDir: string): Promise<ServiceFile | undefined> => {
  try {
    return schema.safeParse(JSON.parse(await readFile(path(dataDir), 'utf8'))).data;
  } catch {
    return undefined;
  }
};
