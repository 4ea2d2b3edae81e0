import type { FakeS3 } from '../../s3-server.ts';
import type { ValkeyServer } from '../../valkey.ts';
import type { Front } from '../front.ts';
import type { Kind, Planned } from '../plan.ts';
import type { World } from '../world.ts';
import { databaseFaults } from './database.ts';
import { outsideFaults } from './outside.ts';
import { processFaults } from './processes.ts';
import { valkeyFaults } from './valkey.ts';

/** A fault with evidence that it really happened. */
export type Injected = Planned & { atMs: number; evidence: string; recoveredMs: number };

/** Causes a fault. Resolves with the evidence once the fault is over. */
export type Inject = (fault: Planned) => Promise<string>;

export type Outside = {
  front: Front;
  s3: FakeS3;
  /** The checkout of the previous release, if the clone has it. */
  previous: string | undefined;
  valkey: ValkeyServer | undefined;
};

/** Returns the injectors of each kind of fault. */
export function injectors(
  world: World,
  { front, s3, previous, valkey }: Outside,
): Record<Kind, Inject> {
  return {
    ...processFaults(world, previous),
    ...databaseFaults(world),
    ...outsideFaults(world, front, s3),
    ...valkeyFaults(world, valkey),
  };
}
