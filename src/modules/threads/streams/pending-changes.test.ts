import { expect, test } from 'vitest';
import { NOTHING_SEEN } from '../../../platform/streams/store.ts';
import { partsOf, PendingChanges } from './pending-changes.ts';

function change(thread: number) {
  return { thread_id: String(thread), participant_id: null };
}

test('the unsent part of a batch is sent again, from the position before the batch', () => {
  const pending = new PendingChanges();
  pending.push([1, 2, 3].map(change), 'a', 'b');
  const batch = pending.take();
  const parts = partsOf(batch, () => 1.5);
  expect(parts.next().value).toEqual({ before: 'a', position: 'a', changes: [change(1)] });
  expect(parts.next().value).toEqual({ before: 'a', position: 'a', changes: [change(2)] });
  pending.push([change(4)], 'b', 'c');
  pending.putBack(batch);
  const [all] = partsOf(pending.take(), () => 10);
  expect(all).toEqual({ before: 'a', position: 'c', changes: [2, 3, 4].map(change) });
});

test('a resync starts before the changes that have not been sent', () => {
  const pending = new PendingChanges();
  pending.push([change(1)], 'a', 'b');
  const batch = pending.take();
  pending.resync('b');
  pending.putBack(batch);
  pending.push([change(2)], 'c', 'd');
  expect(pending.take()).toMatchObject({ before: 'a', needsResync: true });
  expect(pending.isEmpty).toBe(true);
});

test('a resync after a loss starts at the beginning, whatever changes were waiting or put back', () => {
  const pending = new PendingChanges();
  pending.push([change(1)], 'a', 'b');
  const batch = pending.take();
  pending.resync('b');
  pending.resync(NOTHING_SEEN);
  pending.putBack(batch);
  expect(pending.take()).toMatchObject({ before: NOTHING_SEEN, needsResync: true });
});
