import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';

/** The path of Debian's package; `ORIKI_TEST_CHROMIUM` sets another one. */
const CHROMIUM = process.env['ORIKI_TEST_CHROMIUM'] ?? '/usr/bin/chromium';

export function hasChromium(): boolean {
  return existsSync(CHROMIUM);
}

/** @throws if there is no browser, because the console cannot be tested without one */
export function launchChromium(): Promise<Browser> {
  if (!hasChromium())
    throw new Error(
      `there is no browser at ${CHROMIUM}: install chromium, or set ORIKI_TEST_CHROMIUM`,
    );
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
}

/** Sets the cookie of a session in a browser. */
export async function signIn(context: BrowserContext, url: string, session: string): Promise<void> {
  await context.addCookies([
    { name: 'oriki-session', value: session, url, httpOnly: true, sameSite: 'Lax' },
  ]);
}
