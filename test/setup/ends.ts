import { afterAll, beforeAll } from 'vitest';
import { file } from '../helpers/at-end.ts';

// Vitest runs this for each file. The first hook runs before the file's own ones, and the second after them.
file.opens();
beforeAll(file.begins);
afterAll(file.ends);
