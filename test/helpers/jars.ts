import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withFolderLock } from '../../src/process/lock.ts';
import { silent } from '../../src/process/progress.ts';

const run = promisify(execFile);

const exists = async (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const LEAST_JDK = 17;

/** Returns whether there is a JDK that runs programs from their source and is new enough for these libraries. */
const hasJdk = async (): Promise<boolean> => {
  try {
    const { stdout } = await run('javac', ['-version']);
    return Number(/javac (\d+)/.exec(stdout)?.[1]) >= LEAST_JDK;
  } catch {
    return false;
  }
};

/**
 * Returns a folder with Java libraries from Maven Central and all that they need. They are downloaded once and kept outside the
 * checkout.
 * @param artifacts `group:name:version` of each
 * @returns the reason if they are unavailable on this machine
 */
export const ensureJars = async (
  name: string,
  artifacts: readonly string[],
): Promise<{ readonly jars: string } | { readonly lacking: string }> => {
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'pramaan', name);
  const jars = join(cache, 'jars');
  if (!(await hasJdk())) return { lacking: `there is no JDK ${LEAST_JDK} on this machine` };
  if (await exists(jars)) return { jars };
  try {
    await run('mvn', ['-version']);
  } catch {
    return { lacking: 'there is no Maven on this machine' };
  }
  await mkdir(cache, { recursive: true });
  return withFolderLock(cache, silent, async () => {
    if (await exists(jars)) return { jars };
    const scratch = await mkdtemp(join(cache, 'download-'));
    try {
      await writeFile(join(scratch, 'pom.xml'), project(artifacts));
      const goal = ['dependency:copy-dependencies', '-DoutputDirectory=jars', '-DincludeScope=runtime'];
      await run('mvn', ['-q', '-B', ...goal], { cwd: scratch, timeout: 600_000 });
      await rename(join(scratch, 'jars'), jars);
      return { jars };
    } catch (error) {
      return { lacking: `they cannot be downloaded: ${(error as Error).message.slice(0, 200)}` };
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  });
};

const project = (artifacts: readonly string[]): string => {
  const dependencies = artifacts.map((artifact) => {
    const [group, name, version] = artifact.split(':');
    return `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>`;
  });
  return `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>pramaan</groupId><artifactId>tests</artifactId><version>1</version><packaging>pom</packaging>
<dependencies>${dependencies.join('')}</dependencies></project>`;
};
