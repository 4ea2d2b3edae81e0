import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOLDER } from '../../identity-vendor.ts';
import { eventually } from '../../process.ts';
import type { FakeS3 } from '../../s3-server.ts';
import { ADDRESSES, INTERNAL, NAME, type Front } from '../front.ts';
import type { World } from '../world.ts';
import type { Inject } from './index.ts';

export const NOT_LEAKED =
  'no delivery goes to an internal address, or to a receiver with an expired certificate';
/** For a delivery, an export or a verification that the load starts. */
const SEEN_WITHIN_MS = 30_000;
/** Less than the time-out of the vendor, and more than that of most vendors. */
const SLOW_ANSWER_MS = 3000;

/** Answers that prove nothing about the account. */
const LIES: readonly ((number: string, response: ServerResponse) => void)[] = [
  (number, response) => answer(response, { status: true, data: { account_number: number } }),
  // For another account.
  (number, response) => {
    const other = String((Number(number) + 1) % 1e10).padStart(10, '0');
    const data = { account_number: other, account_name: HOLDER };
    answer(response, { status: true, message: 'Account number resolved', data });
  },
  (number, response) => {
    const data = { account_number: number, account_name: HOLDER };
    answer(response, { status: false, data });
  },
  (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>'),
  (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(`{"status":true,"data":{"account_name":"${HOLDER}`);
  },
  (_, response) => void response.socket?.resetAndDestroy(),
  (number, response) => void setTimeout(() => LIES[0]!(number, response), SLOW_ANSWER_MS),
];

function answer(response: ServerResponse, json: object): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(json));
}

export function outsideFaults(world: World, front: Front, s3: FakeS3) {
  const { receiver, vendor, random, tally, sql } = world;
  tally.expects(NOT_LEAKED);

  const answeringBadly =
    (afterMs: number, status: number): Inject =>
    async ({ forMs }) => {
      let bad = 0;
      // Only the first attempt counts: the second one comes after 5 s, the third one after 5 minutes.
      receiver.behave('*', (_, n) => {
        if (n > 1) return { status: 204 };
        bad += 1;
        return { status, afterMs };
      });
      await sleep(forMs);
      await eventually(() => bad > 0, 20_000);
      receiver.behave('*', { status: 204 });
      return `${bad} requests answered ${status} after ${afterMs} ms`;
    };
  /** Returns the number of attempts so far that failed like this. */
  const failures = async (error: string): Promise<number> => {
    const [row] = await sql<{ count: number }>(
      'SELECT count(*)::int AS count FROM delivery_attempts WHERE error = $1',
      [error],
    );
    return row!.count;
  };
  const total = (): number => [...front.requests.values()].reduce((sum, n) => sum + n, 0);

  return {
    // Longer than the time-out of deliveries.
    'receiver slow': answeringBadly(2500, 204),
    'receiver failing': answeringBadly(0, 503),

    async 'certificate expired'() {
      const before = await failures('tls');
      let failed = 0;
      front.present('expired');
      // Requests on connections that were open before arrive in this time.
      await sleep(50);
      const sent = total();
      try {
        await eventually(
          async () => (failed = (await failures('tls')) - before) > 0,
          SEEN_WITHIN_MS,
        );
        tally.check(
          NOT_LEAKED,
          total() === sent,
          () => `${total() - sent} to an expired certificate`,
        );
      } finally {
        front.present('valid');
      }
      return `${failed} deliveries refused it`;
    },

    async 'DNS changed'() {
      const before = await failures('refused_address');
      const other = ADDRESSES.find((address) => address !== front.address)!;
      let refused = 0;
      front.moveTo(INTERNAL);
      try {
        await eventually(
          async () => (refused = (await failures('refused_address')) - before) > 0,
          SEEN_WITHIN_MS,
        );
      } finally {
        front.moveTo(other);
      }
      const leaked = front.requests.get(INTERNAL) ?? 0;
      tally.check(NOT_LEAKED, leaked === 0, () => `${leaked} connections to ${INTERNAL}`);
      const sent = front.requests.get(other) ?? 0;
      await eventually(() => (front.requests.get(other) ?? 0) > sent, SEEN_WITHIN_MS);
      return `${NAME} had ${INTERNAL}, which ${refused} deliveries refused, then ${other}, which got requests`;
    },

    async 'vendor lying'({ forMs }) {
      const lied = new Set<number>();
      vendor.lie = (number, response) => {
        const which = random.below(LIES.length);
        lied.add(which);
        LIES[which]!(number, response);
      };
      try {
        await sleep(forMs);
        await eventually(() => lied.size >= 3, SEEN_WITHIN_MS);
      } finally {
        vendor.lie = undefined;
      }
      return `lies of ${lied.size} of ${LIES.length} kinds`;
    },

    async 'S3 late'({ forMs }) {
      let [late, refused] = [0, 0];
      s3.lateMs = 300 + random.below(1500);
      s3.lie = (_, response) => {
        late += 1;
        if (!random.oneIn(3)) return false;
        refused += 1;
        response.writeHead(503, { 'content-type': 'application/xml' });
        response.end('<Error><Code>SlowDown</Code></Error>');
        return true;
      };
      const { lateMs } = s3;
      try {
        await sleep(forMs);
        await eventually(() => refused > 0, SEEN_WITHIN_MS);
      } finally {
        s3.lateMs = 0;
        s3.lie = undefined;
      }
      return `${late} requests answered after ${lateMs} ms, ${refused} of them 503`;
    },
  } satisfies Record<string, Inject>;
}
