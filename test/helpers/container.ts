import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type Docker from 'dockerode';
import type { HostConfig } from 'dockerode';

export interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ContainerRun {
  readonly image: string;
  readonly command: readonly string[];
  readonly stdin?: string;
  readonly user?: string;
  readonly host?: HostConfig;
}

/** Runs a command in a separate container without a network, and removes the container. */
export const runContainer = async (
  docker: Docker,
  { image, command, stdin = '', user, host }: ContainerRun,
): Promise<Ran> => {
  const container = await docker.createContainer({
    Image: image,
    Entrypoint: [...command],
    Cmd: [],
    ...(user === undefined ? {} : { User: user }),
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    OpenStdin: true,
    StdinOnce: true,
    HostConfig: { NetworkMode: 'none', ...host },
  });
  try {
    const stream = await container.attach({
      stream: true,
      stdin: true,
      stdout: true,
      stderr: true,
      hijack: true,
    });
    const stdout = new PassThrough();
    const stderr = new PassThrough();
    docker.modem.demuxStream(stream, stdout, stderr);
    stream.once('end', () => {
      stdout.end();
      stderr.end();
    });
    const ended = container.wait({ condition: 'next-exit' }) as Promise<{ StatusCode: number }>;
    await container.start();
    stream.end(stdin);
    const [out, err, { StatusCode }] = await Promise.all([text(stdout), text(stderr), ended]);
    return { exitCode: StatusCode, stdout: out, stderr: err };
  } finally {
    await container.remove({ force: true, v: true });
  }
};
