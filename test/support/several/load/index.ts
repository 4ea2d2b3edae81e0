import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../random.ts';
import type { Area, World } from '../world.ts';
import { deadLettersLoad } from './dead-letters.ts';
import { exportsLoad } from './exports.ts';
import { globalListsLoad } from './global-lists.ts';
import { identityLoad } from './identity.ts';
import { invoicesLoad } from './invoices.ts';
import { permissionsLoad } from './permissions.ts';
import { screeningLoad } from './screening.ts';
import { settingsLoad } from './settings.ts';
import { streamsLoad } from './streams.ts';
import { subjectsLoad } from './subjects.ts';
import { threadsLoad } from './threads.ts';
import { usageLoad } from './usage.ts';
import { webhooksLoad } from './webhooks.ts';

/** All areas; webhooks last, because the events of the others must have been stored when it is checked. */
export async function areasOf(world: World): Promise<Area[]> {
  return [
    await screeningLoad(world),
    await subjectsLoad(world),
    globalListsLoad(world),
    await threadsLoad(world),
    await streamsLoad(world),
    deadLettersLoad(world),
    identityLoad(world),
    await permissionsLoad(world),
    await settingsLoad(world),
    usageLoad(world),
    invoicesLoad(world),
    exportsLoad(world),
    webhooksLoad(world),
  ];
}

/**
 * Starts clients that run areas at random, one after the other. `pause` returns the wait before the next one, in
 * milliseconds.
 */
export function startLoad(
  areas: Area[],
  clients: number,
  random: Random,
  pause: () => number,
): { readonly steps: number; stop: () => Promise<void> } {
  const state = { stopped: false };
  let steps = 0;
  const client = async (): Promise<void> => {
    while (!state.stopped) {
      // A fault has been counted where it was seen.
      await random
        .pick(areas)
        .step()
        .catch(() => {});
      steps += 1;
      await sleep(pause());
    }
  };
  const running = Promise.all(Array.from({ length: clients }, client));
  return {
    get steps() {
      return steps;
    },
    async stop() {
      state.stopped = true;
      await running;
    },
  };
}
