import type Docker from 'dockerode';
import { LABEL_INSTALLATION, LABEL_SANDBOX } from './container-spec.ts';
import { removeContainer } from './container.ts';
import type { LeaseStore } from './leases.ts';

export interface ReaperOptions {
  readonly docker: Docker;
  readonly leases: LeaseStore;
  readonly installation: string;
  /** Whether this process holds the sandbox itself; such a sandbox is never an orphan. */
  readonly isOurs: (sandboxId: string) => boolean;
}

/** Removes the installation's containers that have no current lease. */
export class Reaper {
  readonly #options: ReaperOptions;
  /** Sandboxes that were past their deadline, or could not be removed, at the last pass. */
  #suspects: ReadonlySet<string> = new Set();

  constructor(options: ReaperOptions) {
    this.#options = options;
  }

  /**
   * Looks at all containers once. A container without a lease is removed at once. One whose lease has expired is removed if the
   * previous pass saw that too, because its owner needs a moment to renew after an outage of the database. A failed removal does
   * not stop the others.
   * @returns how many were removed
   * @throws errors of the container engine or the database; nothing is removed on a guess
   */
  async pass(): Promise<number> {
    const { docker, leases, installation, isOurs } = this.#options;
    // List the containers first: one that is made between the two queries has a lease by the second.
    const containers = await docker.listContainers({
      all: true,
      filters: { label: [`${LABEL_INSTALLATION}=${installation}`] },
    });
    const known = await leases.ofHost();
    const suspects = new Set<string>();
    const present = new Set<string>();
    let removed = 0;
    const failures: unknown[] = [];
    for (const { Id, Labels } of containers) {
      const sandboxId = Labels[LABEL_SANDBOX] ?? '';
      present.add(sandboxId);
      if (isOurs(sandboxId)) continue;
      const lease = known.get(sandboxId);
      if (lease?.expired === false) continue;
      if (lease !== undefined && !this.#suspects.has(sandboxId)) {
        suspects.add(sandboxId);
        continue;
      }
      try {
        await removeContainer(docker, Id);
        present.delete(sandboxId);
        removed += 1;
      } catch (error) {
        // Nobody looks after it, so the next pass tries again at once.
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
