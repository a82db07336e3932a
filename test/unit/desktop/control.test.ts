import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ControlGate } from '../../../src/desktop/control.ts';

describe('Control of a desktop', () => {
  it('the agent finishes its current action and then waits until the person hands back', async () => {
    const gate = new ControlGate();
    const order: string[] = [];
    const acting = gate.act(async () => {
      await sleep(20);
      order.push('agent 1');
    });
    const lease = await gate.takeOver('key_1', 10_000);
    order.push('person');
    const next = gate.act(async () => order.push('agent 2'));
    await sleep(20);
    expect(order).toEqual(['agent 1', 'person']);
    lease.handBack();
    await Promise.all([acting, next]);
    expect(order).toEqual(['agent 1', 'person', 'agent 2']);
    expect(await lease.ended).toBe('handed-back');
  });

  it('a frozen desktop takes control from a person and lets nobody act until it is thawed', async () => {
    const gate = new ControlGate();
    const lease = await gate.takeOver('key_1', 10_000);
    gate.freeze();
    expect(await lease.ended).toBe('frozen');
    await expect(gate.takeOver('key_1', 10_000)).rejects.toThrow('in control');
    let acted = false;
    const acting = gate.act(async () => {
      acted = true;
    });
    const abort = new AbortController();
    const cut = gate.act(async () => undefined, abort.signal);
    abort.abort(new Error('cut'));
    await expect(cut).rejects.toThrow('cut');
    expect(acted).toBe(false);
    gate.thaw();
    await acting;
    expect(acted).toBe(true);
  });

  it('the gate prepares for a person only after the agent’s current action has ended', async () => {
    const told: string[] = [];
    const gate = new ControlGate(() => told.push('ready'));
    const acting = gate.act(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      told.push('acted');
    });
    const lease = await gate.takeOver('key_1', 1_000);
    expect(told).toEqual(['acted', 'ready']);
    lease.handBack();
    await acting;
  });

  it('the agent waits until everything the person held down is released', async () => {
    const letGo = Promise.withResolvers<void>();
    const gate = new ControlGate(
      () => undefined,
      async () => letGo.promise,
    );
    const order: string[] = [];
    const lease = await gate.takeOver('key_1', 1_000);
    const next = gate.act(async () => order.push('agent'));
    lease.handBack();
    await lease.ended;
    await sleep(10);
    order.push('let go');
    letGo.resolve();
    await next;
    expect(order).toEqual(['let go', 'agent']);
  });

  it('a lease reports how long it lasts and lasts longer once renewed', async () => {
    const gate = new ControlGate();
    const lease = await gate.takeOver('key_1', 1_000);
    expect(lease.leftMs).toBeLessThanOrEqual(1_000);
    lease.renew(60_000);
    expect(lease.leftMs).toBeGreaterThan(50_000);
    lease.handBack();
    await lease.ended;
  });

  it('a lease starts when the agent’s current action ends, however long that action takes', async () => {
    const gate = new ControlGate();
    const acting = gate.act(async () => sleep(120));
    const lease = await gate.takeOver('key_1', 60);
    await acting;
    expect(gate.holder).toBe('human');
    expect(await lease.ended).toBe('expired');
    expect(gate.holder).toBe('agent');
  });

  it('only one person holds control, for as long as they renew the lease', async () => {
    const gate = new ControlGate();
    const lease = await gate.takeOver('key_1', 30);
    await expect(gate.takeOver('key_2', 30)).rejects.toMatchObject({ name: 'ControlTakenError' });
    expect(lease.renew(60)).toBe(true);
    await sleep(40);
    expect(gate.holder).toBe('human');
    expect(await lease.ended).toBe('expired');
    expect(lease.renew(60)).toBe(false);
    expect(gate.holder).toBe('agent');
  });

  it('cancelling the run ends the agent’s wait, and closing the desktop ends the lease', async () => {
    const gate = new ControlGate();
    const lease = await gate.takeOver('key_1', 10_000);
    const run = new AbortController();
    const waiting = gate.act(async () => 'acted', run.signal);
    run.abort(new Error('cancelled'));
    await expect(waiting).rejects.toThrow('cancelled');
    gate.close();
    expect(await lease.ended).toBe('closed');
    await expect(gate.takeOver('key_1', 10)).rejects.toMatchObject({ name: 'ControlTakenError' });
  });
});
