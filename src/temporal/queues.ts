/**
 * Names an installation's task queues. Any worker with a role serves that role's queue. A sandbox that is kept open between calls
 * is reached through its host's own queue.
 */
export const queuesOf = (base: string) => ({
  steps: base,
  /** Model turns have their own queue, because they take minutes and must not delay other steps. */
  models: `${base}.models`,
  /** Receivers of webhooks may be slow, too. */
  webhooks: `${base}.webhooks`,
  sandboxes: `${base}.sandboxes`,
  sandboxHost: (host: string): string => `${base}.sandboxes.${host}`,
});
