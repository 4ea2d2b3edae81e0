import { createClient, type Client } from '../../clients/typescript/src/index.ts';
import type { TestApp, TestOrg } from '../support/app.ts';

/** Returns a client of the test service. `attempts` sees each request before it is sent, and may answer it instead. */
export function clientOf(
  app: TestApp,
  { key }: Pick<TestOrg, 'key'>,
  attempts?: (n: number, request: Request) => Promise<Response | undefined>,
): Client {
  let n = 0;
  return createClient({
    baseUrl: app.url,
    apiKey: key,
    ...(attempts
      ? {
          fetch: async (input, init) => {
            n += 1;
            return (await attempts(n, new Request(input, init))) ?? fetch(input, init);
          },
        }
      : {}),
  });
}
