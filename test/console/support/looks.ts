import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { overflowOf, picture, settled, strayBulletsOf, violationsOf } from './browser.ts';

/** Colours and a window size for the check of a screen. */
type Look = {
  look: string;
  media: Parameters<Page['emulateMedia']>[0];
  size: { width: number; height: number };
  isAudited: boolean;
};

const DESK = { width: 1280, height: 800 };
export const LIGHT: Look = {
  look: 'light',
  media: { colorScheme: 'light' },
  size: DESK,
  isAudited: true,
};
export const DARK: Look = {
  look: 'dark',
  media: { colorScheme: 'dark' },
  size: DESK,
  isAudited: true,
};
/** These colours are the person's own, which axe does not know. */
export const FORCED_COLOURS: Look = {
  look: 'forced colours',
  media: { forcedColors: 'active' },
  size: DESK,
  isAudited: false,
};
export const PHONE: Look = {
  look: 'a phone',
  media: {},
  size: { width: 390, height: 800 },
  isAudited: true,
};
/** A page of 1280 pixels at 400 %. */
export const LARGE_LETTERS: Look = {
  look: 'large letters',
  media: {},
  size: { width: 320, height: 256 },
  isAudited: false,
};
const LIKE_PAPER = { colorScheme: 'light', forcedColors: 'none' } as const;

/** Expects a screen to fit and to meet WCAG in these looks, and saves a picture of each. */
export async function expectLooks(page: Page, name: string, looks: readonly Look[]): Promise<void> {
  for (const { look, media, size, isAudited } of looks) {
    await page.emulateMedia({ ...LIKE_PAPER, ...media });
    await page.setViewportSize(size);
    await settled(page);
    await picture(page, `${name} in ${look}`);
    if (isAudited) expect([look, await violationsOf(page)]).toEqual([look, []]);
    expect([look, await overflowOf(page)]).toEqual([look, 0]);
    expect([look, await strayBulletsOf(page)]).toEqual([look, 0]);
  }
}
