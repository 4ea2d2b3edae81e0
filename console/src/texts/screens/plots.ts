import { textsOf } from '../text.ts';

const PLOTS = {
  'plot.table': 'As a table',
  'plot.day': 'Day (UTC)',
  'plot.said': '{from} to {to} (UTC): {total}, at most {most} per day',
  'plot.level': '{from} to {to} (UTC): at most {most}',
};

/** A text of plots, or of all. */
export const t = textsOf(PLOTS);
