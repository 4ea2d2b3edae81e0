import type { Page } from 'playwright-core';

/** Returns every address in the history of a window, with its title. */
export async function addressesOf(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { entries } = await session.send('Page.getNavigationHistory');
  await session.detach();
  return entries.map(({ url, title }) => `${decodeURIComponent(url)} ${title}`);
}

/** Returns everything that scripts have stored in the browser, and the cookies that they can read. */
export async function storageOf(page: Page): Promise<string> {
  return page.evaluate(
    `(async () => JSON.stringify([
       { ...localStorage }, { ...sessionStorage }, document.cookie, history.state,
       await indexedDB.databases(), await caches.keys(),
     ]))()`,
  );
}
