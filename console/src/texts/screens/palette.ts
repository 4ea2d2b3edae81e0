import { textsOf } from '../text.ts';

/** Texts of the palette. */
const PALETTE = {
  'app.open': 'Open',
  'app.paletteHint': 'A screen, any id, or the name of a customer',
  'app.noMatch': 'No screen has this name. Enter the id of a hit, webhook or screening to open it.',
  'app.findCustomer': 'Find customer',
} as const;

export const t = textsOf(PALETTE);
