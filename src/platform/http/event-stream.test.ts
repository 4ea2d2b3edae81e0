import { EventEmitter } from 'node:events';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Principal } from '../auth/key-cache.ts';
import { EventStreams, eventText } from './event-stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

class Response extends EventEmitter {
  full = false;
  writableNeedDrain = false;
  writableEnded = false;
  destroyed = false;
  text = '';
  headers: unknown;
  writeHead(_status: number, headers: unknown): void {
    this.headers = headers;
  }
  write(text: string): boolean {
    this.text += text;
    this.writableNeedDrain = this.full;
    return !this.full;
  }
  end(): void {
    this.writableEnded = true;
    this.emit('close');
  }
  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

function principal(credential: string): Principal {
  return {
    kind: 'key',
    id: credential,
    memberId: null,
    personId: null,
    via: credential,
    credential,
    organization: {
      id: 'org_1',
      bucket: 'bucket_000',
      plan: 'free',
      addons: [],
      zones: [],
      consentKinds: [],
      hasWithdrawals: false,
      sealsContent: null,
    },
    scopes: new Set(),
    through: [],
    reads: new Set(),
    roles: [],
    expiresAtMs: null,
    session: null,
  };
}

function openAll(valid: Set<string>) {
  const streams = new EventStreams({
    keys: {
      resolveAgain: async (credential: string) =>
        valid.has(credential) ? principal(credential) : undefined,
    } as never,
    log: undefined as never,
    registry: new Registry(),
    limits: { perProcess: 10, perOrganization: 10 },
  });
  const open = (
    key: string,
    allows: (who: Principal) => boolean = () => true,
    raw = new Response(),
    more: Partial<Principal> = {},
  ) => {
    streams.open({ hijack() {}, getHeaders: () => ({}), raw } as never, {
      principal: { ...principal(key), ...more },
      allows,
    });
    return raw;
  };
  return { streams, open };
}

test('an event is a block of lines; line breaks in its data are escaped', () => {
  expect(eventText('item', { a: 'b\r\nc' }, 'x')).toBe(
    'id: x\nevent: item\ndata: {"a":"b\\r\\nc"}\n\n',
  );
});

// contract: threads/stream-unread-item
test('each stream begins with the reconnect time and gets a comment every 15 seconds', async () => {
  const { streams, open } = openAll(new Set(['a']));
  const first = open('a');
  await vi.advanceTimersByTimeAsync(7000);
  const second = open('a');
  expect(first.text).toMatch(/^retry: [1-4]\d{3}\n\n$/);
  await vi.advanceTimersByTimeAsync(8000);
  expect([first.text.endsWith('\n\n:\n\n'), second.text.endsWith('\n\n:\n\n')]).toEqual([
    true,
    false,
  ]);
  await vi.advanceTimersByTimeAsync(37_000);
  expect([first, second].map(({ text }) => text.split(':\n\n').length - 1)).toEqual([3, 3]);
  streams.end();
  expect([first.writableEnded, second.writableEnded]).toEqual([true, true]);
});

test('a client that reads nothing is sent nothing more', async () => {
  const { streams, open } = openAll(new Set(['a']));
  const stuck = open('a');
  stuck.full = true;
  await vi.advanceTimersByTimeAsync(15_000);
  const { text } = stuck;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(stuck.text).toEqual(text);
  streams.end();
});

test('a client that disconnects before its stream opens leaves no stream behind', () => {
  const { open } = openAll(new Set(['a']));
  for (let i = 0; i < 20; i++) {
    const gone = new Response();
    gone.destroyed = true;
    expect(() => open('a', undefined, gone)).toThrow('the connection is closed');
  }
  expect(open('a').text).toMatch(/^retry/);
});

test('streams end within 5 seconds after their key becomes invalid or loses its rights', async () => {
  const valid = new Set(['a', 'b']);
  const { streams, open } = openAll(valid);
  let allowed = true;
  const [revoked, refused, kept] = [open('a'), open('b', () => allowed), open('b')];
  await vi.advanceTimersByTimeAsync(2000);
  expect([revoked.writableEnded, refused.writableEnded]).toEqual([false, false]);
  valid.delete('a');
  allowed = false;
  await vi.advanceTimersByTimeAsync(5000);
  expect([revoked, refused, kept].map(({ writableEnded }) => writableEnded)).toEqual([
    true,
    true,
    false,
  ]);
  streams.end();
});

test('a stream ends when its view, key or session expires, even while the database is unavailable', async () => {
  const { streams, open } = openAll(new Set(['a', 'b', 'c']));
  const untilMs = Date.now() + 5000;
  const viewing = open('a', undefined, undefined, { viewing: { untilMs } });
  const expiring = open('b', undefined, undefined, { expiresAtMs: untilMs });
  const other = open('c');
  const ended = () => [viewing, expiring, other].map(({ writableEnded }) => writableEnded);
  await vi.advanceTimersByTimeAsync(4000);
  expect(ended()).toEqual([false, false, false]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(ended()).toEqual([true, true, false]);
  streams.end();
});
