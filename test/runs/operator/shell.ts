import { buffer } from 'node:stream/consumers';
import { PassThrough } from 'node:stream';
import { inflateRawSync } from 'node:zlib';
import { inject } from 'vitest';
import { connectContainerEngine } from '../../../src/sandbox/connect.ts';
import type { TestService } from '../../helpers/service.ts';

/** Reads files on a run's desktop from outside, without acting on the desktop. */
export const desktopShell = (service: TestService) => {
  const docker = connectContainerEngine(inject('dockerHost'));
  const desktopOf = async (runId: string): Promise<string | undefined> => {
    const row = await service.database.db
      .selectFrom('sandbox_leases')
      .select('sandbox_id')
      .where('run', '=', runId)
      .executeTakeFirst();
    return row?.sandbox_id;
  };
  const run = async (runId: string, command: string): Promise<Buffer> => {
    const id = await desktopOf(runId);
    if (id === undefined) return Buffer.alloc(0);
    const exec = await docker
      .getContainer(id)
      .exec({ Cmd: ['sh', '-c', command], AttachStdout: true, AttachStderr: true });
    const stream = await exec.start({ hijack: true });
    const out = new PassThrough();
    docker.modem.demuxStream(stream, out, new PassThrough().resume());
    stream.on('end', () => out.end());
    return buffer(out);
  };
  return {
    desktopOf,
    run,
    until: async (runId: string, command: string, fits: (bytes: Buffer) => boolean): Promise<Buffer> => {
      for (;;) {
        const bytes = await run(runId, command);
        if (fits(bytes)) return bytes;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    },
    /** Returns the text of one file in a zip archive. */
    entryOfZip: async (archive: Buffer, name: string): Promise<string> => {
      const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
      for (let at = archive.readUInt32LE(end + 16); archive.readUInt32LE(at) === 0x02_01_4b_50;) {
        const lengths = [28, 30, 32].map((place) => archive.readUInt16LE(at + place)) as [
          number,
          number,
          number,
        ];
        if (archive.toString('utf8', at + 46, at + 46 + lengths[0]) === name) {
          const local = archive.readUInt32LE(at + 42);
          const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
          const packed = archive.subarray(start, start + archive.readUInt32LE(at + 20));
          return (archive.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)).toString('utf8');
        }
        at += 46 + lengths[0] + lengths[1] + lengths[2];
      }
      throw new Error(`the archive has no ${name}`);
    },
  };
};
