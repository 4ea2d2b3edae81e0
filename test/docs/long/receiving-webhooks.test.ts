import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { Webhook as Svix } from 'svix';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  cleanUp,
  FURTHER,
  GUIDE,
  GUIDED,
  missingTool,
  MORE,
  program,
  RECEIVERS,
  startReceiver,
  type Receiver,
  type ReceiverName,
  type ScriptName,
} from '../receivers/programs.ts';

function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
const SECRET = newSecret();
afterAll(cleanUp);
const ID = 'event_01kb3c5q3ye8x9m2v4t6n7p8r0';
const BODY = '{"type":"invoice.paid","timestamp":"2026-11-21T17:33:31.123Z","data":{"n":1}}';
const NON_ASCII = '{"n":"Ünïcødé 😀"}';

/** Signatures published by other implementations, and the guide's example. */
const VECTORS = [
  {
    // The JavaScript, Python, PHP and Go libraries of Standard Webhooks.
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1614265330,
    body: '{"test": 2432232314}',
    signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  {
    // The Rust library.
    secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
    id: 'msg_27UH4WbU6Z5A5EzD8u03UvzRbpk',
    timestamp: 1649367553,
    body: '{"email":"test@example.com","username":"test_user"}',
    signature: 'v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=',
  },
];

/** The request that the guide shows. */
function example() {
  const guide = readFileSync(join(import.meta.dirname, '../../..', GUIDE), 'utf8');
  const [, head = '', body = ''] = /^```http\n([\s\S]*?)\n\n(.*)\n```$/m.exec(guide) ?? [];
  const lines = [...head.matchAll(/^([a-z-]+): (.+)$/gm)].map(([, name, value]) => [name, value]);
  const headers = Object.fromEntries(lines) as Record<string, string>;
  return {
    secret: /^\(Signed with `(\S+)`/m.exec(guide)?.[1] ?? '',
    id: headers['webhook-id'] ?? '',
    timestamp: Number(headers['webhook-timestamp']),
    body,
    signature: headers['webhook-signature'] ?? '',
    length: Number(headers['content-length']),
  };
}

type Delivery = { body: string; headers: Record<string, string> };

function unixNow(): number {
  return Math.floor(Date.now() / 1000);
}

/** Returns a delivery as Oriki makes it, signed by the `standardwebhooks` package. */
function signed(
  options: { secret?: string; body?: string; timestamp?: number; id?: string } = {},
): Delivery {
  const { secret = SECRET, body = BODY, timestamp = unixNow(), id = ID } = options;
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Oriki-Webhooks',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': new Webhook(secret).sign(id, new Date(timestamp * 1000), body),
    },
  };
}

function withHeaders(delivery: Delivery, headers: Record<string, string>): Delivery {
  return {
    ...delivery,
    headers: { ...delivery.headers, ...headers },
  };
}

async function send({ url }: Receiver, { body, headers }: Delivery): Promise<number> {
  const answer = await fetch(url, { method: 'POST', body, headers });
  await answer.text();
  return answer.status;
}

function title(name: ReceiverName | ScriptName): string {
  const reason = missingTool(name);
  return reason === undefined ? name : `${name} (skipped: ${reason})`;
}

test('the guide marks every program, and svix accepts what these tests send', async () => {
  const guide = await readFile(join(import.meta.dirname, '../../..', GUIDE), 'utf8');
  const marked = [...guide.matchAll(/^<!-- receiver: (\S+) -->$/gm)].map(([, name]) => name);
  expect(marked).toEqual([...GUIDED, 'shell', 'send']);
  const more = await readFile(join(import.meta.dirname, '../../..', MORE), 'utf8');
  expect([...more.matchAll(/^<!-- receiver: (\S+) -->$/gm)].map(([, name]) => name)).toEqual([
    ...FURTHER,
  ]);
  const shown = example();
  expect(shown.length).toBe(Buffer.byteLength(shown.body));
  for (const body of [BODY, NON_ASCII]) {
    const delivery = signed({ body });
    const verify = (text: string) => () => new Svix(SECRET).verify(text, delivery.headers);
    expect(verify(body)).not.toThrow();
    expect(verify(`${body} `)).toThrow('No matching signature');
  }
});

describe.each(RECEIVERS.map((name) => [title(name), name] as const))('%s', (_, name) => {
  const unavailable = missingTool(name) !== undefined;

  describe.skipIf(unavailable)('the receiver, with the real clock', () => {
    let receiver: Receiver;
    beforeAll(async () => {
      receiver = await startReceiver(name, SECRET);
    });
    afterAll(() => receiver?.stop());

    test('accepts a valid signature, and prints what it received', async () => {
      expect(await send(receiver, signed())).toBe(204);
      await expect.poll(() => receiver.output()).toBe(`listening
received invoice.paid ${ID}
`);
    });

    test('accepts a body that is not ASCII', async () => {
      expect(await send(receiver, signed({ body: NON_ASCII }))).toBe(204);
    });

    test('accepts the largest event', async () => {
      const data = { text: 'é'.repeat(32_000) };
      expect(await send(receiver, signed({ body: JSON.stringify({ type: 'a.b', data }) }))).toBe(
        204,
      );
    });

    test('refuses a changed byte of the body, the id or the timestamp', async () => {
      const delivery = signed();
      for (const body of [BODY.replace('1}', '2}'), `${BODY}\n`, ` ${BODY}`, ''])
        expect(await send(receiver, { ...delivery, body }), body).toBe(401);
      const timestamp = String(Number(delivery.headers['webhook-timestamp']) - 1);
      for (const headers of [{ 'webhook-id': `${ID}x` }, { 'webhook-timestamp': timestamp }])
        expect(await send(receiver, withHeaders(delivery, headers))).toBe(401);
    });

    test('refuses a wrong secret', async () => {
      expect(await send(receiver, signed({ secret: newSecret() }))).toBe(401);
    });

    test('refuses an old timestamp, and one from the future', async () => {
      for (const timestamp of [unixNow() - 310, unixNow() + 310, 0])
        expect(await send(receiver, signed({ timestamp }))).toBe(401);
    });

    test('refuses a timestamp that is not a number', async () => {
      for (const timestamp of ['hello', '-', '9'.repeat(400)])
        expect(
          await send(receiver, withHeaders(signed(), { 'webhook-timestamp': timestamp })),
        ).toBe(401);
    });

    test('returns 400 when a header is missing', async () => {
      for (const missing of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
        const delivery = signed();
        delete delivery.headers[missing];
        expect(await send(receiver, delivery), missing).toBe(400);
      }
    });

    test('accepts one valid signature among several', async () => {
      const delivery = signed();
      const right = delivery.headers['webhook-signature']!;
      const wrong = signed({ secret: newSecret() }).headers['webhook-signature']!;
      for (const several of [
        `${wrong} ${right}`,
        `${right} ${wrong}`,
        `${wrong} v2,abc v1a,${right.slice(3)} ${right}`,
      ])
        expect(
          await send(receiver, withHeaders(delivery, { 'webhook-signature': several })),
          several,
        ).toBe(204);
    });

    test('refuses signatures that are malformed, or of another version', async () => {
      const delivery = signed();
      const right = delivery.headers['webhook-signature']!;
      for (const signature of [
        right.slice(3),
        right.replace('v1,', 'v1a,'),
        right.replace('v1,', 'v2,'),
        right.slice(0, -1),
        right.toUpperCase(),
        'v1',
        'v1,',
        ',',
        'v1,\u00e9',
      ])
        expect(
          await send(receiver, withHeaders(delivery, { 'webhook-signature': signature })),
          signature,
        ).toBe(401);
    });

    test('survives a client that disconnects in the middle of a body', async () => {
      const { body, headers } = signed();
      const hangUp = new AbortController();
      const slow = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(body));
          setTimeout(() => hangUp.abort(), 100);
        },
      });
      const options = { method: 'POST', body: slow, headers, signal: hangUp.signal };
      await fetch(receiver.url, { ...options, duplex: 'half' } as RequestInit).catch(() => {});
      expect(await send(receiver, signed())).toBe(204);
    });
  });

  describe.skipIf(unavailable)('the receiver, with the clock stopped', () => {
    test.each([...VECTORS, example()])('accepts the published signature of $id', async (vector) => {
      const { secret, id, timestamp, body, signature } = vector;
      const delivery = { body, headers: { ...signed({ id, timestamp }).headers } };
      const receiver = await startReceiver(name, secret, { now: timestamp });
      try {
        const published = withHeaders(delivery, { 'webhook-signature': signature });
        expect(await send(receiver, published)).toBe(204);
        const changed = `${signature.slice(0, -2)}${signature.at(-2) === 'A' ? 'B' : 'A'}=`;
        expect(await send(receiver, withHeaders(published, { 'webhook-signature': changed }))).toBe(
          401,
        );
        const compact = JSON.stringify(JSON.parse(body));
        if (compact !== body)
          expect(await send(receiver, { ...published, body: compact })).toBe(401);

        for (const [seconds, status] of [
          [-300, 204],
          [-301, 401],
          [300, 204],
          [301, 401],
        ] as const)
          expect(
            await send(receiver, signed({ secret, id, timestamp: timestamp + seconds })),
            `${seconds} s`,
          ).toBe(status);
      } finally {
        await receiver.stop();
      }
    });

    test('does not start without a secret', async () => {
      for (const secret of ['', 'whsec_'])
        await expect(
          startReceiver(name, secret, { now: unixNow() }).then(({ stop }) => stop()),
        ).rejects.toThrow('did not start');
    });
  });
});

describe('scripts', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oriki-receiver-'));
    for (const name of ['shell', 'send'] as const)
      await writeFile(join(folder, `${name}.sh`), program(name));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function bash(args: string[], env: NodeJS.ProcessEnv = {}) {
    const options = { cwd: folder, env: { PATH: process.env['PATH'], ...env } };
    try {
      return { code: 0, ...(await promisify(execFile)('bash', args, options)) };
    } catch (error) {
      return error as { code: number; stdout: string; stderr: string };
    }
  }

  async function verify(secret: string, { body, headers }: Delivery) {
    await writeFile(join(folder, 'body.json'), body);
    const values = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
      (name) => headers[name]!,
    );
    return bash(['shell.sh', secret, ...values, 'body.json']);
  }

  const right = { code: 0, stdout: 'the signature is right\n' };
  const wrong = { code: 1, stderr: 'the signature is wrong\n' };

  test.skipIf(missingTool('shell'))(title('shell'), async () => {
    for (const { secret, id, timestamp, body, signature } of [...VECTORS, example()]) {
      const delivery = withHeaders(signed({ id, timestamp, body }), {
        'webhook-signature': signature,
      });
      expect(await verify(secret, delivery)).toMatchObject(right);
      expect(await verify(secret, { ...delivery, body: `${body}\n` })).toMatchObject(wrong);
      expect(await verify(newSecret(), delivery)).toMatchObject(wrong);
    }
    const delivery = signed({ body: NON_ASCII });
    const other = signed({ body: NON_ASCII, secret: newSecret() }).headers['webhook-signature'];
    const both = `${other} ${delivery.headers['webhook-signature']}`;
    expect(
      await verify(SECRET, withHeaders(delivery, { 'webhook-signature': both })),
    ).toMatchObject(right);
    expect(
      await verify(SECRET, withHeaders(delivery, { 'webhook-signature': `${other} v1, *` })),
    ).toMatchObject(wrong);
    // A failure of openssl or cat must not count as a valid signature.
    const nothing = withHeaders(delivery, { 'webhook-signature': 'v1,' });
    for (const secret of ['', 'whsec_']) expect((await verify(secret, nothing)).code).not.toBe(0);
    const { headers } = signed({ body: '' });
    const values = Object.entries(headers).filter(([header]) => header.startsWith('webhook-'));
    const args = ['shell.sh', SECRET, ...values.map(([, value]) => value), 'no-such-file'];
    expect((await bash(args)).code).not.toBe(0);
  });

  test.skipIf(missingTool('send'))(title('send'), async () => {
    const receiver = await startReceiver('node-standardwebhooks', SECRET);
    try {
      for (const body of [BODY, NON_ASCII, `${BODY}\n`]) {
        await writeFile(join(folder, 'body.json'), body);
        const args = ['send.sh', 'body.json', receiver.url];
        expect(await bash(args, { ORIKI_WEBHOOK_SECRET: SECRET })).toMatchObject({
          stdout: '204\n',
        });
        expect(await bash(args, { ORIKI_WEBHOOK_SECRET: newSecret() })).toMatchObject({
          stdout: '401\n',
        });
      }
    } finally {
      await receiver.stop();
    }
  });
});
