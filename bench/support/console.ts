import type { BrowserContextOptions, Page } from 'playwright-core';
import { hasChromium, launchChromium, signIn } from '../../test/console/support/chromium.ts';
import { UNAVAILABLE } from './result.ts';

/** Ends the benchmark if there is no browser. */
export function needChromium(): void {
  if (hasChromium()) return;
  console.log('chromium is not installed: install it, or set ORIKI_TEST_CHROMIUM');
  process.exit(UNAVAILABLE);
}

/** Opens windows of one browser, each without stored or cached data. */
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
