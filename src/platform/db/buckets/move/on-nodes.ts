import type pg from 'pg';
import { moveSchema, placesOf } from '../citus.ts';
import { PLACES_CHANNEL } from '../placement.ts';
import { endLeasesByTime, MoveRefused } from './steps.ts';

/** Moves a bucket from node to node: Citus copies the rows, and its catalogue says where the bucket is. */
export async function moveOnNodes(
  home: pg.Client,
  bucket: string,
  to: string,
): Promise<{ bucket: string; from: string; to: string }> {
  const from = (await placesOf(home)).get(bucket)!;
  await moveSchema(home, bucket, to);
  await endLeasesByTime(home, bucket);
  await home.query(`NOTIFY ${PLACES_CHANNEL}`);
  if (from === to) throw new MoveRefused(`${bucket} is on ${to} already`);
  return { bucket, from, to };
}
