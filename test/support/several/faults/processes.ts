import { readFile, readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, ROOT } from '../../process.ts';
import type { Place, Role } from '../cluster.ts';
import type { Inject } from './index.ts';
import type { World } from '../world.ts';

const HOUR_MS = 3_600_000;
const OFF_BY_MS = [HOUR_MS, -HOUR_MS, 24 * HOUR_MS, -24 * HOUR_MS];

/** Returns steps for `set-clock.ts` of the `n`th process: every second signal sets the clock right again. */
export function clockSteps(n: number): string {
  const steps = Array.from({ length: 100 }, (_, i) => [OFF_BY_MS[(n + i) % OFF_BY_MS.length]!, 0]);
  return [0, ...steps.flat()].join();
}

const READY_WITHIN_MS = 60_000;

/** Returns the kernel's state of the process; undefined if it does not exist. */
async function stateOf(pid: number): Promise<string | undefined> {
  // proc_pid_stat(5): the name is in brackets and may contain anything; the state follows it.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return /\) (\S)/.exec(stat)?.[1];
}

/** Suspends processes while `work` runs. */
export async function suspended<T>(pids: number[], work: () => Promise<T>): Promise<T> {
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  try {
    await eventually(async () =>
      (await Promise.all(pids.map(stateOf))).every((state) => state === 'T'),
    );
    return await work();
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
}

export function processFaults({ cluster }: World, previous: string | undefined) {
  const meeting = (role: Role, targets: number[]): Place[] =>
    targets.map((i) => (role === 'api' ? cluster.apis : cluster.workers)[i]!);

  const ending =
    (role: Role, signal: 'SIGKILL' | 'SIGTERM'): Inject =>
    async ({ targets }) => {
      const ends = await Promise.all(
        meeting(role, targets).map(async (place) => {
          const { pid } = place.process;
          const { code, signal: by } = await place.end(signal);
          const isRight = signal === 'SIGKILL' ? by === 'SIGKILL' : code === 0;
          if (!isRight) throw new Error(`${place.name} ended with ${code ?? by} at ${signal}`);
          await eventually(() => place.process.pid !== pid);
          return `${place.name}: ${pid} ended with ${by ?? code}, ${place.process.pid} is in its place`;
        }),
      );
      return ends.join('; ');
    };

  const pausing =
    (role: Role): Inject =>
    async ({ targets, forMs }) => {
      const met = meeting(role, targets);
      await suspended(
        met.map((place) => place.process.pid),
        () => sleep(forMs),
      );
      return `${met.map(({ name }) => name).join(', ')}: state T for ${forMs} ms`;
    };

  const replaced = async (place: Place, program: string): Promise<string> => {
    const { pid } = place.process;
    place.program = program;
    const { code, signal } = await place.end('SIGTERM');
    if (code !== 0) throw new Error(`${place.name} ended with ${code ?? signal}`);
    await eventually(() => place.process.pid !== pid);
    await eventually(() => place.isReady(), READY_WITHIN_MS);
    const folder = await readlink(`/proc/${place.process.pid}/cwd`);
    if (folder !== program) throw new Error(`${place.name} runs in ${folder}`);
    return folder;
  };

  return {
    'kill -9 of api': ending('api', 'SIGKILL'),
    'kill -9 of worker': ending('worker', 'SIGKILL'),
    'SIGTERM of api': ending('api', 'SIGTERM'),
    'SIGTERM of worker': ending('worker', 'SIGTERM'),
    'pause of api': pausing('api'),
    'pause of worker': pausing('worker'),
    async 'clock jump'({ targets, forMs }) {
      const place = cluster.places[targets[0]!]!;
      const { process: met } = place;
      const steps = (): string[] => met.said.match(/clock off by .*/g) ?? [];
      const step = async (): Promise<string> => {
        const before = steps().length;
        met.signal('SIGUSR2');
        await eventually(() => steps().length > before);
        return steps().at(-1)!;
      };
      const off = await step();
      await sleep(forMs);
      return `${place.name}: ${off}, then ${await step()}`;
    },
    async 'upgrade and back'({ targets }) {
      const place = meeting('api', targets)[0]!;
      const before = await replaced(place, previous!);
      const { answers } = cluster.balancer;
      await eventually(() => cluster.balancer.answers > answers + 20);
      return `${place.name} ran in ${before}, then in ${await replaced(place, ROOT)}`;
    },
  } satisfies Record<string, Inject>;
}
