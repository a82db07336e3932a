import { readFile } from 'node:fs/promises';
import { readComposeImages } from './lib/supply/base-images.ts';
import { pinReference } from './lib/supply/digest.ts';

// Prints the lines for .env that fix each image of docker-compose.yml by its digest: npm run -s pin-images >> .env
// A setting of the environment, such as POSTGRES_IMAGE, names a copy in another registry.
for (const { name, version, part } of readComposeImages(await readFile('docker-compose.yml', 'utf8'))) {
  const reference =
    process.env[part] ?? (version.startsWith('sha256:') ? `${name}@${version}` : `${name}:${version}`);
  console.log(`${part}=${await pinReference(reference)}`);
}
