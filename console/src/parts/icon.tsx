import type { ReactNode } from 'react';

/** Lines of icons in a square of 16 units. */
const LINES = {
  approve: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM5.5 8l2 2 3-4',
  arrows: 'M5 13V3L2.5 5.5M5 3l2.5 2.5M11 3v10l-2.5-2.5M11 13l2.5-2.5',
  bars: 'M3 13.5V9M8 13.5v-11M13 13.5V6',
  book: 'M3 12.5V3.5A1.5 1.5 0 0 1 4.5 2H13v12H4.5a1.5 1.5 0 0 1 0-3H13',
  briefcase: 'M2 5h12v8.5H2ZM5.5 5V2.5h5V5M2 8.5h12',
  building: 'M3 14V2h7v12M10 6h3v8M1.5 14h13M5.5 5h2M5.5 8h2M5.5 11h2',
  calendar: 'M2.5 3.5h11v10h-11ZM2.5 6.5h11M5.5 1.5v3M10.5 1.5v3',
  card: 'M1.5 3.5h13v9h-13ZM4 10c.3-1 1-1.5 2-1.5s1.7.5 2 1.5M6 7V5.5M10 6.5h2.5M10 9.5h2.5',
  checklist: 'M2 4l1.3 1.3L5.5 3M2 11l1.3 1.3L5.5 10M8 4.5h6M8 11.5h6',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 4.5V8l2.5 1.5',
  document: 'M4 1.5h5L12.5 5v9.5H4ZM9 1.5V5h3.5M6 8.5h4M6 11h4',
  download: 'M8 2v8.5M4.5 7 8 10.5 11.5 7M2.5 13.5h11',
  globe: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM2 8h12M8 2c3.5 4 3.5 8 0 12-3.5-4-3.5-8 0-12',
  history: 'M2 8a6 6 0 1 0 1.8-4.3L2 5.5M2 2v3.5h3.5M8 5v3.3l2 1.2',
  key: 'M5.5 14a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM7.6 8.9 13.5 3M11 5.5l2 2',
  list: 'M5.5 4H14M5.5 8H14M5.5 12H14M2 4h.5M2 8h.5M2 12h.5',
  next: 'M8 3v10M4 9l4 4 4-4',
  people:
    'M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM1.5 13.5c.4-2.7 2-4 4.5-4s4.1 1.3 4.5 4M10.5 2.8a2.5 2.5 0 0 1 0 4.4M12 9.8c1.5.6 2.3 1.8 2.5 3.7',
  person: 'M8 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM3 13.5c.4-2.7 2.2-4 5-4s4.6 1.3 5 4',
  phone: 'M4.5 1.5h7v13h-7ZM7 12.5h2',
  plug: 'M5.5 2v3.5M10.5 2v3.5M3 5.5h10v2a5 5 0 0 1-10 0ZM8 12.5V15',
  previous: 'M8 13V3M4 7l4-4 4 4',
  pulse: 'M1.5 8H5l2-5 2.5 10L11 8h3.5',
  receipt: 'M3.5 1.5h9v13L10.25 13 8 14.5 5.75 13 3.5 14.5ZM6 5h4M6 8h4',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.3 10.3 14 14',
  send: 'M14 2 7 9M14 2 9.5 14 7 9 2 6.5Z',
  server: 'M2 2.5h12V7H2ZM2 9h12v4.5H2ZM4.5 4.75H5M4.5 11.25H5',
  shield: 'M8 1.5l5.5 2v4c0 3.5-2.3 5.8-5.5 7-3.2-1.2-5.5-3.5-5.5-7v-4Z',
  sliders: 'M2 5h6M11 5h3M9.5 6.5v-3M2 11h3M8 11h6M6.5 12.5v-3',
  speech: 'M2 2.5h12V11H7l-3.5 3v-3H2Z',
} as const;

export type IconName = keyof typeof LINES;

/** A picture next to a text, which it repeats: screen readers skip it. */
export function Icon({ name }: { name: IconName }): ReactNode {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={LINES[name]} />
    </svg>
  );
}
