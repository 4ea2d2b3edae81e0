import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';

/** The paths of Debian's packages. The one without windows needs a third of the computing for a page in a new context. */
const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
/** `ORIKI_TEST_CHROMIUM` sets another path. */
const CHROMIUM =
  process.env['ORIKI_TEST_CHROMIUM'] ?? PLACES.find((path) => existsSync(path)) ?? PLACES[1]!;

export function hasChromium(): boolean {
  return existsSync(CHROMIUM);
}

/** @throws when there is no browser: without one nothing of the console is tested */
export function launchChromium(): Promise<Browser> {
  if (!hasChromium())
    throw new Error(
      `there is no browser at ${CHROMIUM}: install chromium, or set ORIKI_TEST_CHROMIUM`,
    );
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
}

/** Gives a browser the cookie of a session. */
export async function signIn(context: BrowserContext, url: string, session: string): Promise<void> {
  await context.addCookies([
    { name: 'oriki-session', value: session, url, httpOnly: true, sameSite: 'Lax' },
  ]);
}
