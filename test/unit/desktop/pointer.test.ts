import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { Pointer } from '../../../src/desktop/driver/pointer.ts';
import { untilShown } from '../../../src/desktop/driver/settle.ts';
import { RfbClient } from '../../../src/desktop/rfb/client.ts';
import { createRfbScreen } from '../../helpers/rfb-server.ts';

const lab = async () => {
  const screen = await createRfbScreen();
  onTestFinished(screen.close);
  const client = await RfbClient.connect(connect(screen.path));
  onTestFinished(() => client.close());
  return { screen, client };
};

it('the pointer glides while a button is down and jumps otherwise', async () => {
  const { screen, client } = await lab();
  const pointer = new Pointer(client);
  await pointer.move([10, 10]);
  pointer.down('left');
  await pointer.move([110, 10]);
  await pointer.up('left');
  await pointer.move([10, 110]);
  await expect.poll(() => screen.received().pointers.at(-1)).toBe('0 10,110');
  const { pointers } = screen.received();
  expect(pointers.slice(0, 3)).toEqual(['0 10,10', '1 10,10', '1 20,10']);
  const glide = pointers.slice(3, -2);
  expect(glide.length).toBeGreaterThan(2);
  expect(glide.every((event) => event.startsWith('1 '))).toBe(true);
  expect(pointers.slice(-3)).toEqual(['1 110,10', '0 110,10', '0 10,110']);
});

it('a frozen desktop gets no input but the release of what is held down', async () => {
  const { screen, client } = await lab();
  client.key(0x61, true);
  client.pointer(1, 10, 10);
  client.freeze();
  expect(() => client.key(0x62, true)).toThrow('frozen');
  expect(() => client.pointer(1, 20, 20)).toThrow('frozen');
  client.key(0x61, false);
  client.pointer(0, 10, 10);
  expect(() => client.pointer(0, 30, 30)).toThrow('frozen');
  client.thaw();
  client.pointer(0, 40, 40);
  await expect.poll(() => screen.received().pointers).toEqual(['1 10,10', '0 10,10', '0 40,40']);
  expect(screen.received().keys).toHaveLength(2);
});

it('a launch that a running program takes over counts as shown even when the screen is unchanged', async () => {
  const { client } = await lab();
  let asked = 0;
  const isTaken = async (): Promise<boolean> => (asked += 1) === 2;
  const { how } = await untilShown(client, await client.screen(), { isTaken, capMs: 60_000 });
  expect([how, asked]).toEqual(['taken', 2]);
});
