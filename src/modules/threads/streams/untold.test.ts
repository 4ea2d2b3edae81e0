import { expect, test } from 'vitest';
import { partsOf, Untold } from './untold.ts';

function change(thread: number) {
  return { thread_id: String(thread), participant_id: null };
}

test('what of a batch was not told is told again, from before all of it', () => {
  const untold = new Untold();
  untold.push([1, 2, 3].map(change), 'a', 'b');
  const batch = untold.take();
  const parts = partsOf(batch, () => 1.5);
  expect(parts.next().value).toEqual({ before: 'a', position: 'a', changes: [change(1)] });
  expect(parts.next().value).toEqual({ before: 'a', position: 'a', changes: [change(2)] });
  untold.push([change(4)], 'b', 'c');
  untold.putBack(batch);
  const [all] = partsOf(untold.take(), () => 10);
  expect(all).toEqual({ before: 'a', position: 'c', changes: [2, 3, 4].map(change) });
});

test('what is lost is lost from before what has not been told', () => {
  const untold = new Untold();
  untold.push([change(1)], 'a', 'b');
  const batch = untold.take();
  untold.lose('b');
  untold.putBack(batch);
  untold.push([change(2)], 'c', 'd');
  expect(untold.take()).toMatchObject({ before: 'a', isLost: true });
  expect(untold.isEmpty).toBe(true);
});
