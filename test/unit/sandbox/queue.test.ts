import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Demand } from '../../../src/sandbox/demand.ts';
import { FairQueue } from '../../../src/sandbox/fair-queue.ts';

describe('The fair queue', () => {
  it('the queue lets a team with one request pass a team with many', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'a4']) queue.push('a', item);
    queue.push('b', 'b1');
    queue.push('c', 'c1');
    expect(Array.from({ length: 7 }, () => queue.shift())).toEqual([
      'a1',
      'b1',
      'c1',
      'a2',
      'a3',
      'a4',
      undefined,
    ]);
  });

  it('the queue serves each team’s requests once and in order, and no team waits more than one round', () => {
    const requests = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 60 });
    fc.assert(
      fc.property(requests, (teams) => {
        const queue = new FairQueue<{ team: string; number: number }>();
        for (const [number, team] of teams.entries()) queue.push(team, { team, number });
        const served = Array.from({ length: teams.length }, () => queue.shift()!);
        expect(queue.size).toBe(0);
        for (const team of new Set(teams)) {
          const own = served.filter((item) => item.team === team).map(({ number }) => number);
          expect(own).toEqual(own.toSorted((x, y) => x - y));
          expect(own).toHaveLength(teams.filter((other) => other === team).length);
          // A team's n-th request is served within n rounds over all teams.
          for (const [index, number] of own.entries()) {
            const place = served.findIndex((item) => item.number === number);
            expect(place).toBeLessThan((index + 1) * new Set(teams).size);
          }
        }
      }),
    );
  });

  it('the queue forgets a request that gave up, wherever it is in the queue', () => {
    const queue = new FairQueue<string>();
    queue.push('a', 'a1');
    queue.push('a', 'a2');
    expect(queue.remove('a', 'a1')).toBe(true);
    expect(queue.remove('a', 'a1')).toBe(false);
    expect(queue.remove('b', 'a2')).toBe(false);
    expect([queue.size, queue.shift(), queue.shift()]).toEqual([1, 'a2', undefined]);
  });
});

describe('Demand', () => {
  it('demand is the largest recent number of simultaneous requests within its limits', () => {
    let now = 0;
    const demand = new Demand({ min: 2, max: 5 }, () => now);
    expect(demand.target()).toBe(2);
    for (let count = 0; count < 4; count += 1) demand.claimed();
    expect(demand.target()).toBe(4);
    for (let count = 0; count < 4; count += 1) demand.claimed();
    expect(demand.target()).toBe(5);
    now = 121_000;
    expect(demand.target()).toBe(2);
  });

  it('demand does not add up consecutive requests', () => {
    let now = 0;
    const demand = new Demand({ min: 0, max: 50 }, () => now);
    for (let count = 0; count < 20; count += 1) {
      demand.claimed();
      now += 4_000;
    }
    expect(demand.target()).toBe(1);
  });
});
