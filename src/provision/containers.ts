import { ensureContainerEngine, type ContainerEngine } from './docker.ts';
import type { Progress } from '../process/progress.ts';
import type { Supervisor } from './supervisor.ts';

/** Provides a container engine for sandboxes. If there is none, the service still runs and says which features are off. */
export const provideContainers = async (
  env: NodeJS.ProcessEnv,
  progress: Progress,
  supervisor: Supervisor,
): Promise<ContainerEngine | undefined> => {
  const engine = await ensureContainerEngine(progress, { env });
  if ('off' in engine) {
    progress.say(`  ! ${engine.off.replaceAll('\n', '\n    ')}`);
    return undefined;
  }
  supervisor.endAfterwards('The container engine', async () => engine.stop?.());
  return engine;
};
