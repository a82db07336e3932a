/**
 * Names the task queues of an installation. Any worker of a role serves that role's queue; a sandbox that stays open between
 * calls is reached through the queue of the host that holds it.
 */
export const queuesOf = (base: string) => ({
  steps: base,
  /** Turns of models, which take minutes and must not delay other steps. */
  models: `${base}.models`,
  sandboxes: `${base}.sandboxes`,
  sandboxHost: (host: string): string => `${base}.sandboxes.${host}`,
});
