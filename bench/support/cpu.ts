import { readFile } from 'node:fs/promises';

/**
 * Returns the CPU time of a process so far, in ms, from clock ticks of 10 ms (proc(5)); undefined once it has ended.
 */
async function ofOne(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  const [user, system] = stat?.split(') ')[1]!.split(' ').slice(11, 13) ?? [];
  return stat === undefined ? undefined : (Number(user) + Number(system)) * 10;
}

/**
 * @returns a function that returns the milliseconds that these processes have computed since this call, without
 * processes that have ended
 */
export async function startCpu(pids: readonly number[]): Promise<() => Promise<number>> {
  const before = await Promise.all(pids.map(ofOne));
  return async () => {
    const after = await Promise.all(pids.map(ofOne));
    return after.reduce<number>((sum, ms, i) => sum + (ms === undefined ? 0 : ms - before[i]!), 0);
  };
}

/** Returns the resident memory of a process, in MB. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024;
}

/**
 * Returns the CPU time of this thread so far, in microseconds, independent of other work on the machine. Linux updates
 * the time of a thread exactly, not only to the last tick, when a program reads the time of its process.
 */
export function threadCpuUs(): number {
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
