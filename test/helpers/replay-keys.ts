/**
 * Key for the stored histories, whose payloads are sealed like a real run's. The key is made up and public, so no installation
 * may use it.
 */
export const REPLAY_KEYS = `replay:${Buffer.from('a public key for stored history!').toString('base64')}`;
