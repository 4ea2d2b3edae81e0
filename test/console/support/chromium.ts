import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';

/** Paths of Debian's packages. The headless shell needs a third of the CPU for a page in a new context. */
const PATHS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
/** `ORIKI_TEST_CHROMIUM` sets another path. */
const CHROMIUM =
  process.env['ORIKI_TEST_CHROMIUM'] ?? PATHS.find((path) => existsSync(path)) ?? PATHS[1]!;

export function hasChromium(): boolean {
  return existsSync(CHROMIUM);
}

/** @throws when there is no browser: without one nothing of the console is tested */
export function launchChromium(...args: string[]): Promise<Browser> {
  if (!hasChromium())
    throw new Error(
      `there is no browser at ${CHROMIUM}: install chromium, or set ORIKI_TEST_CHROMIUM`,
    );
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', ...args] });
}

/** Gives a browser the cookie of a session. */
export async function signIn(context: BrowserContext, url: string, session: string): Promise<void> {
  await context.addCookies([
    { name: 'oriki-session', value: session, url, httpOnly: true, sameSite: 'Lax' },
  ]);
}
