import type Docker from 'dockerode';
import { LABEL_INSTALLATION, LABEL_SANDBOX } from './container-spec.ts';
import { removeContainer } from './container.ts';
import type { LeaseStore } from './leases.ts';

export interface ReaperOptions {
  readonly docker: Docker;
  readonly leases: LeaseStore;
  readonly installation: string;
  /** Whether this process holds the sandbox itself, in which case the sandbox is never an orphan. */
  readonly isOurs: (sandboxId: string) => boolean;
}

/** Removes the installation's containers that have no current lease. */
export class Reaper {
  readonly #options: ReaperOptions;
  /** Sandboxes that were past their deadline, or could not be removed, in the last pass. */
  #suspects: ReadonlySet<string> = new Set();

  constructor(options: ReaperOptions) {
    this.#options = options;
  }

  /**
   * Checks all containers once. A container without a lease is removed at once. A container whose lease has expired is removed if
   * the previous pass saw that too, because its owner needs a moment to renew the lease after a database outage. A failed removal
   * does not stop the others.
   * @returns the number removed
   * @throws errors of the container engine or the database; if one of them does not respond, nothing is removed
   */
  async pass(): Promise<number> {
    const { docker, leases, installation, isOurs } = this.#options;
    // List the containers first, so that a container created between the two queries has a lease by the time of the second.
    const containers = await docker.listContainers({
      all: true,
      filters: { label: [`${LABEL_INSTALLATION}=${installation}`] },
    });
    const known = await leases.known(containers.map(sandboxIdOf));
    const suspects = new Set<string>();
    const present = new Set<string>();
    let removed = 0;
    const failures: unknown[] = [];
    for (const container of containers) {
      const sandboxId = sandboxIdOf(container);
      present.add(sandboxId);
      if (isOurs(sandboxId)) continue;
      const lease = known.get(sandboxId);
      if (lease?.expired === false) continue;
      if (lease !== undefined && !this.#suspects.has(sandboxId)) {
        suspects.add(sandboxId);
        continue;
      }
      try {
        await removeContainer(docker, container.Id);
        present.delete(sandboxId);
        removed += 1;
      } catch (error) {
        // No process is responsible for the container, so the next pass tries again at once.
        suspects.add(sandboxId);
        failures.push(error);
      }
    }
    this.#suspects = suspects;
    await leases.forget([...known.keys()].filter((id) => !present.has(id) && !isOurs(id)));
    if (failures.length > 0) throw new AggregateError(failures, 'containers could not be removed');
    return removed;
  }
}

const sandboxIdOf = ({ Labels }: Docker.ContainerInfo): string => Labels[LABEL_SANDBOX] ?? '';
