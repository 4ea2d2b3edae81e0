import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  BUCKET,
  CREDENTIALS,
  s3Servers,
  type S3Server,
} from '../../../../test/support/s3-gateway.ts';
import { startFakeS3 } from '../../../../test/support/s3-server.ts';
import { Objects, reasonOfObject } from './objects.ts';
import type { Location } from './s3-connection.ts';

Object.assign(process.env, CREDENTIALS);

const MIB = 2 ** 20;

function locationAt(endpoint: string, prefix = 'backups/monday/'): Location {
  return { kind: 's3', bucket: BUCKET, prefix, endpoint };
}

/** Yields so many mebibytes, each of another byte. */
async function* content(mebibytes: number): AsyncGenerator<Buffer> {
  for (let n = 0; n < mebibytes; n += 1) yield Buffer.alloc(MIB, n + 1);
}

async function read(objects: Objects, name: string): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(objects.read(name)));
}

describe.each(s3Servers('objects of backups'))('objects in %s', (_name, start) => {
  let server: S3Server;
  let objects: Objects;
  beforeAll(async () => {
    server = await start();
    objects = new Objects(locationAt(server.endpoint));
  });
  afterAll(() => server.close());

  test('are returned as they were written, whether in one part, in several parts or empty', async () => {
    for (const [name, mebibytes] of [
      ['several', 35],
      ['one', 1],
      ['none', 0],
    ] as const) {
      await objects.write(name, content(mebibytes));
      const expected = Buffer.concat(await Array.fromAsync(content(mebibytes)));
      expect((await read(objects, name)).equals(expected), name).toBe(true);
    }
    expect((await objects.names()).toSorted()).toEqual(['none', 'one', 'several']);
    expect(await new Objects(locationAt(server.endpoint, 'other/')).names()).toEqual([]);
  });

  test('leave nothing when the source fails in the middle', async () => {
    async function* failing(): AsyncGenerator<Buffer> {
      yield* content(34);
      throw new Error('the copy broke off');
    }
    await expect(objects.write('cut', failing())).rejects.toThrow('the copy broke off');
    expect(await objects.names()).not.toContain('cut');
    const missing = await read(objects, 'cut').catch(reasonOfObject);
    expect(missing).toMatch(/^(NoSuchKey|NotFound)$/);
  });
});

test('reads a range again if its answer broke off, and fails if every answer breaks off', async () => {
  const server = await startFakeS3(BUCKET);
  try {
    const objects = new Objects(locationAt(server.endpoint));
    await objects.write('kept', content(10));
    let cuts = 0;
    let most = 1;
    server.lie = ({ method, headers }, response) => {
      if (method !== 'GET' || headers.range === undefined || cuts === most) return false;
      cuts += 1;
      response.writeHead(206, { 'content-length': MIB });
      response.write(Buffer.alloc(10));
      setImmediate(() => response.destroy());
      return true;
    };
    const expected = Buffer.concat(await Array.fromAsync(content(10)));
    expect((await read(objects, 'kept')).equals(expected)).toBe(true);
    expect(cuts).toBe(1);
    most = Infinity;
    await expect(read(objects, 'kept')).rejects.toThrow();
    expect(cuts).toBe(5);
  } finally {
    await server.close();
  }
});
