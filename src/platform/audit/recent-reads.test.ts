import { expect, test, vi } from 'vitest';
import { SOMEBODY } from '../../../test/support/actor.ts';
import { clock } from '../clock.ts';
import { newAction } from './audit.ts';
import { RecentReads } from './recent-reads.ts';

const READ = newAction({ orgId: 'org_1', actor: SOMEBODY, action: 'case.read', object: 'case_1' });

test('writes the next row for a read after 15 minutes, or immediately if the first was not written', async () => {
  const [reads, write] = [new RecentReads(), vi.fn<() => Promise<void>>()];
  const now = vi.spyOn(clock, 'monotonicMs').mockReturnValue(1000);
  write.mockRejectedValueOnce(new Error('down'));
  await expect(reads.record(READ, write)).rejects.toThrow('down');
  await reads.record(READ, write);
  now.mockReturnValue(1000 + 15 * 60_000 - 1);
  await reads.record(READ, write);
  expect(write).toHaveBeenCalledTimes(2);
  now.mockReturnValue(1000 + 15 * 60_000);
  await reads.record(READ, write);
  await reads.record({ ...READ, object: 'case_2' }, write);
  expect(write).toHaveBeenCalledTimes(4);
  now.mockRestore();
});
