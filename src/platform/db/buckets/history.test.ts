import { describe, expect, test } from 'vitest';
import { History } from './history.ts';

describe('the history of a server', () => {
  function watched() {
    const history = new History();
    const told: string[] = [];
    let drops = 0;
    history.listen({ lost: (server) => void told.push(server), drop: () => void (drops += 1) });
    return { history, told, drops: () => drops };
  }

  test('is reported as lost once for all earlier copies, and again for the next loss', () => {
    const { history, told, drops } = watched();
    const before = performance.now();
    for (let i = 0; i < 3; i += 1) history.lost('home', before);
    history.lost('other', before);
    expect(told).toEqual(['home', 'other']);
    history.lost('home', performance.now() + 1);
    expect(told).toEqual(['home', 'other', 'home']);
    expect(drops()).toBe(5);
  });

  test('drops uncomparable copies when its connection ends', () => {
    const { history, told, drops } = watched();
    history.interrupted('home');
    expect([told, drops()]).toEqual([[], 1]);
  });
});
