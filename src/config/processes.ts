import { availableParallelism } from 'node:os';
import { setting, wholeNumber } from './values.ts';

/** Settings of the processes of one machine. */

/** Maximum number of processes for which the embedded database, and most others, have connections. */
const MOST_BY_CORES = 12;

export const processSettings = {
  processes: setting({
    env: 'ORIKI_PROCESSES',
    description:
      'Processes of this machine that answer requests on `PORT`. Above one, a first process starts them, and one ' +
      'for background work unless `ORIKI_ROLE` is `api`, and replaces those that die. `auto` is one for each core, ' +
      `${MOST_BY_CORES} at most. Not used with the role \`worker\`.`,
    default: '1',
    parse: (text: string) =>
      text === 'auto'
        ? Math.min(availableParallelism(), MOST_BY_CORES)
        : wholeNumber(1, 256, ', or auto')(text),
  }),
};

/** Limits of a machine, which its processes share equally, and the minimum for one process. */
const DIVIDED = {
  requestsUnderWay: ['ORIKI_REQUESTS_UNDER_WAY', 1],
  requestsUnderWayPerOrganization: ['ORIKI_REQUESTS_UNDER_WAY_PER_ORGANIZATION', 1],
  bodiesBytes: ['ORIKI_BODIES_BYTES', 1024 * 1024],
  eventStreams: ['ORIKI_EVENT_STREAMS', 1],
  eventStreamsPerOrganization: ['ORIKI_EVENT_STREAMS_PER_ORGANIZATION', 1],
} as const;

type Limits = { readonly [K in keyof typeof DIVIDED]: number } & { readonly processes: number };

const divided = Object.entries(DIVIDED) as [keyof typeof DIVIDED, readonly [string, number]][];

/** Returns the environment that gives each process its share of the machine's limits. */
export function partOfLimits(limits: Limits): Record<string, string> {
  const parts = divided.map(([key, [env]]) => [
    env,
    String(Math.floor(limits[key] / limits.processes)),
  ]);
  return Object.fromEntries(parts) as Record<string, string>;
}

/** Returns the limits whose share is too small for a process, one line each. A limit may be 0 for all processes. */
export function processProblems(limits: Limits): string[] {
  const { processes } = limits;
  if (processes === 1) return [];
  return divided
    .filter(([key, [, least]]) => limits[key] !== 0 && limits[key] < least * processes)
    .map(
      ([, [env, least]]) =>
        `${env} must be at least ${least * processes}, because ${processes} processes (ORIKI_PROCESSES) share it`,
    );
}
