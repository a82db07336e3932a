/**
 * The key of the stored histories, whose payloads are sealed like those of a real run. It is made up and public, so never the key
 * of an installation.
 */
export const REPLAY_KEYS = `replay:${Buffer.from('a public key for stored history!').toString('base64')}`;
