/**
 * The key of the stored histories, whose payloads are sealed like those of a real run. The key is made up and public, so no
 * installation may use it.
 */
export const REPLAY_KEYS = `replay:${Buffer.from('a public key for stored history!').toString('base64')}`;
