import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { Keyboard } from '../../../src/desktop/driver/keyboard.ts';
import { RfbClient } from '../../../src/desktop/rfb/client.ts';
import { createRfbScreen } from '../../helpers/rfb-server.ts';

it('the keyboard waits for a still screen before typing letters after a return or tab, because office programs reorder them', async ({
  onTestFinished,
}) => {
  const screen = await createRfbScreen();
  onTestFinished(screen.close);
  const client = await RfbClient.connect(connect(screen.path));
  onTestFinished(() => client.close());
  const keyboard = new Keyboard(client);
  const timed = async (text: string): Promise<number> => {
    const begun = performance.now();
    await keyboard.type(text);
    return performance.now() - begun;
  };
  // A busy machine can only add to the time, so the shortest of three shows the keyboard's own waits.
  const shortest = async (text: string): Promise<number> =>
    Math.min(await timed(text), await timed(text), await timed(text));
  expect(await shortest('abcdefgh')).toBeLessThan(60);
  // Expects one wait for the two returns, one for the tab and none for the last key.
  const took = await shortest('a\n\nb\tc\n');
  expect(took).toBeGreaterThan(250);
  expect(took).toBeLessThan(700);
  await expect
    .poll(() =>
      screen
        .received()
        .keys.filter((key) => key.startsWith('down'))
        .slice(24, 31),
    )
    .toEqual(['down 61', 'down ff0d', 'down ff0d', 'down 62', 'down ff09', 'down 63', 'down ff0d']);
});
