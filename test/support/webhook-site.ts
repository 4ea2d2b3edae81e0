/** A service, a receiver and an organization for tests of webhooks. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startTestApp, type TestApp } from './app.ts';
import { startReceiver, type Behaviour, type Choice, type Receiver } from './receiver.ts';
import { within } from './within.ts';
import { sentinel, WebhookClient, type Created, type LoggedDelivery } from './webhook-client.ts';

/** The service of the test file. */
export let app: TestApp;
/** Another service on the same database, in files that call `useTwoDispatchers`. */
export let second: TestApp;
/** The receiver of the test file. */
export let receiver: Receiver;
/** A client of the organization of the test. */
export let client: WebhookClient;

const DELIVERING = { rateLimits: undefined, outboundAllow: ['127.0.0.0/8'] };

/** Starts the service and the receiver before the tests of the file, and makes an organization before each test. */
export function useWebhooks(settings: Parameters<typeof startTestApp>[0] = {}): void {
  beforeAll(async () => {
    receiver = await startReceiver();
    app = await startTestApp({ ...DELIVERING, ...settings });
  });
  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });
  beforeEach(async () => {
    client = await WebhookClient.of(app);
  });
}

/** Starts a second dispatcher in addition. */
export function useTwoDispatchers(): void {
  const settings = { webhookTimeoutMs: within(1000) };
  useWebhooks(settings);
  beforeAll(async () => {
    second = await startTestApp({ ...DELIVERING, ...settings }, app.databaseUrl);
  });
  afterAll(() => second.stop());
}

let paths = 0;
/** Returns a new path at the receiver. */
export function freshPath(): string {
  return `/p${(paths += 1)}`;
}

/** Returns the requests that have arrived at a path. */
export function arrived(path: string) {
  return receiver.requests.filter((request) => request.path === path);
}

/** Creates a subscription whose receiver has this behavior. */
export async function subscribe(
  behaviour: Behaviour | Choice = { status: 204 },
  events = ['*'],
): Promise<{ path: string } & Created> {
  const path = freshPath();
  receiver.behave(path, behaviour);
  return { path, ...(await client.create(receiver.url(path), events)) };
}

/** Waits until every delivery so far has arrived. */
export function settle() {
  return sentinel(app, receiver);
}

export function succeeded({ status }: LoggedDelivery): boolean {
  return status === 'succeeded';
}

export function finished({ status }: LoggedDelivery): boolean {
  return status !== 'pending';
}
