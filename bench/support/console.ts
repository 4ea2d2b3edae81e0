import type { BrowserContextOptions, Page } from 'playwright-core';
import { addMember, beginSession, ProfileBox } from '../../src/modules/people/index.ts';
import { hasChromium, launchChromium, signIn } from '../../test/console/support/chromium.ts';
import { UNAVAILABLE } from './result.ts';
import type { Bench } from './server.ts';

/** Ends the benchmark where there is no browser. */
export function needChromium(): void {
  if (hasChromium()) return;
  console.log('there is no chromium here: install it, or set ORIKI_TEST_CHROMIUM');
  process.exit(UNAVAILABLE);
}

/** @returns the token of the session of an organization's administrator */
export async function sessionOf({ opened }: Bench, orgId: string): Promise<string> {
  const actor = {
    kind: 'service',
    id: 'bench',
    via: null,
    requestId: null,
    address: null,
  } as const;
  const granted = { profiles: new ProfileBox(opened.secret), grantor: null, actor };
  const times = { idleSeconds: 86_400, absoluteSeconds: 86_400 };
  return opened.db.transaction(async (tx) => {
    const who = { issuer: 'https://login.example.com', subject: 'bench', roles: ['admin'] };
    const { id: userId } = await addMember(tx, orgId, who, granted);
    return (await beginSession(tx, { orgId, userId, method: 'link' }, times)).token;
  });
}

/** Opens windows of one browser, each with nothing kept and nothing cached. */
export async function openBrowser(url: string): Promise<{
  window: (session: string, options?: BrowserContextOptions) => Promise<Page>;
  close: () => Promise<void>;
}> {
  const browser = await launchChromium();
  return {
    async window(session, options) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        ...options,
      });
      await signIn(context, url, session);
      return context.newPage();
    },
    close: () => browser.close(),
  };
}
