import { postgresBinaries } from '../../provision/postgres-binaries.ts';
import { explain } from '../../provision/problem.ts';
import type { StartSettings } from '../../provision/settings.ts';
import { findTemporal } from '../../provision/temporal-binary.ts';
import { firstLine } from './finding.ts';
import type { CheckFinding } from './finding.ts';

export const checkNode = async (): Promise<CheckFinding> => ({
  name: 'Node',
  state: 'ok',
  found: `${process.version} (${process.execPath})`,
  meaning: '',
});

export const checkNpm = async (): Promise<CheckFinding> => {
  const version = await firstLine('npm', ['--version']);
  return version === undefined
    ? {
        name: 'npm',
        state: 'wrong',
        found: 'none',
        meaning: 'packages cannot be installed: install Node with npm',
      }
    : { name: 'npm', state: 'ok', found: version, meaning: '' };
};

export const checkTemporal = async (
  env: NodeJS.ProcessEnv,
  settings: StartSettings,
): Promise<CheckFinding> => {
  const name = 'program temporal';
  if (settings.TEMPORAL_ADDRESS !== undefined) {
    return { name, state: 'ok', found: 'not needed', meaning: 'TEMPORAL_ADDRESS names a server' };
  }
  const path = await findTemporal(env);
  return path === undefined
    ? {
        name,
        state: 'note',
        found: 'none',
        meaning: 'the next start downloads it, or builds it with Go (4 minutes)',
      }
    : { name, state: 'ok', found: path, meaning: '' };
};

export const checkGo = async (env: NodeJS.ProcessEnv, settings: StartSettings): Promise<CheckFinding> => {
  const version = await firstLine('go', ['version']);
  if (version !== undefined) return { name: 'Go', state: 'ok', found: version, meaning: '' };
  const needed = settings.TEMPORAL_ADDRESS === undefined && (await findTemporal(env)) === undefined;
  return {
    name: 'Go',
    state: 'note',
    found: 'none',
    meaning: needed
      ? 'needed to build Temporal if the next start cannot reach temporal.download'
      : 'not needed',
  };
};

export const checkPostgres = async (settings: StartSettings): Promise<CheckFinding> => {
  const name = 'Postgres';
  if (settings.DATABASE_URL !== undefined) {
    return { name, state: 'ok', found: 'not needed', meaning: 'DATABASE_URL names a server' };
  }
  try {
    const { postgres } = await postgresBinaries();
    const version = await firstLine(postgres, ['--version']);
    if (version !== undefined) return { name, state: 'ok', found: version, meaning: '' };
    return {
      name,
      state: 'wrong',
      found: postgres,
      meaning: 'it does not run on this machine: set DATABASE_URL',
    };
  } catch (error) {
    return { name, state: 'wrong', found: 'none', meaning: explain(error).replaceAll('\n', ' ') };
  }
};
