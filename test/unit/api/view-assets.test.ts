import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { pageFiles } from '../../../src/api/live-view/assets.ts';
import { renderPage } from '../../../src/api/live-view/page.ts';

it('the live view page loads one script and one style, and neither loads anything else', async () => {
  const { script, style } = await pageFiles();
  expect(await pageFiles()).toEqual({ script, style });
  for (const { name, body, gzipped } of [script, style]) {
    expect(name).toMatch(/^view\.[A-Z0-9]{8}\.(js|css)$/);
    expect(gunzipSync(gzipped).equals(body)).toBe(true);
    expect(/\bfrom\s*["']|\bimport\s*["'(]|@import|sourceMappingURL/.exec(body.toString())).toBeNull();
  }
  // The script is complete, includes the notice that noVNC's licence requires, and is small enough for a slow connection.
  expect(script.body.toString().split('\n')[0]).toMatch(/^\/\* With the core of noVNC, MPL 2\.0: https:/);
  expect(script.body.includes('_framebufferUpdate')).toBe(true);
  expect(script.gzipped.length).toBeLessThan(90_000);
  const asked = [...renderPage({ script, style }).matchAll(/(?:src|href)="([^"]+)"/g)].map(
    ([, path]) => path,
  );
  expect(asked).toEqual(['data:,', `view/${style.name}`, `view/${script.name}`]);
});
