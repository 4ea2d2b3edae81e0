/** Draws plots with uPlot. It is loaded after the figures are on the page. */
import uPlot from 'uplot';
import { compactText } from '../texts/amounts.ts';
import { dayText } from '../texts/text.ts';
import './plot.css';

/** A figure for each day. */
export type Drawing = {
  /** Days of UTC, such as `2026-11-27`, oldest first. */
  days: string[];
  values: (number | null)[];
  /** True for a level, drawn as a line with gaps; false for quantities, drawn as bars. */
  isLevel: boolean;
  /** Gets the index of the day under the pointer. */
  onDay: (index: number | null) => void;
};

const DAY_S = 86_400;
const MARGIN_PX = 8;
/** Space for one line of labels below, and for six characters on the left. */
const LABELS_PX = { x: 24, y: 48 };
/** Space that a label takes along its axis. */
const SPACE_PX = { x: 64, y: 28 };
/** Bars take at most this share of their day, and at most this many pixels. */
const BAR = { share: 0.8, mostPx: 40 };
/** A single day is a point instead of a line. */
const POINT_PX = 5;
/** Steps of the vertical axis: whole numbers, because only whole things are counted. */
const STEPS = Array.from({ length: 12 }, (_, power) =>
  [1, 2, 5].map((n) => n * 10 ** power),
).flat();
/** The media queries that change the colours of the page. */
const COLOURS = ['(prefers-color-scheme: dark)', '(forced-colors: active)', 'print'];

/**
 * Draws into an element in its colours and font, and again when these or its size change. Returns a function that
 * ends this.
 */
export function draw(element: HTMLElement, { days, values, isLevel, onDay }: Drawing): () => void {
  const colour = (): string => getComputedStyle(element).color;
  const quiet = (): string => getComputedStyle(element.parentElement!).color;
  const line = (): string => getComputedStyle(element.parentElement!).borderBlockStartColor;
  const { font } = getComputedStyle(element);
  const axis = { stroke: quiet, font, ticks: { show: false } };
  const plot = new uPlot(
    {
      width: element.clientWidth,
      height: element.clientHeight,
      padding: [MARGIN_PX, MARGIN_PX, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { show: isLevel } },
      tzDate: (second) => uPlot.tzDate(new Date(second * 1000), 'Etc/UTC'),
      scales: {
        // Half a day more on both sides, so that the bars at the ends are not cut.
        x: { range: (_, min, max) => [min - DAY_S / 2, max + DAY_S / 2] },
        y: { range: (_, __, max) => [0, Math.max(max, 1)] },
      },
      axes: [
        {
          ...axis,
          size: LABELS_PX.x,
          space: SPACE_PX.x,
          grid: { show: false },
          values: (_, seconds) => seconds.map((second) => dayText(second * 1000)),
        },
        {
          ...axis,
          size: LABELS_PX.y,
          space: SPACE_PX.y,
          incrs: STEPS,
          grid: { stroke: line, width: 1 },
          values: (_, levels) => levels.map((level) => compactText(level)),
        },
      ],
      series: [
        {},
        {
          stroke: colour,
          width: isLevel ? 2 : 0,
          ...(isLevel && { points: { show: true, size: POINT_PX, fill: colour } }),
          ...(!isLevel && {
            fill: colour,
            paths: uPlot.paths.bars!({ size: [BAR.share, BAR.mostPx] }),
            points: { show: false },
          }),
        },
      ],
      hooks: { setCursor: [({ cursor }) => onDay(cursor.idx ?? null)] },
    },
    [days.map((day) => Date.parse(day) / 1000), values],
    element,
  );
  const resized = new ResizeObserver(() =>
    plot.setSize({ width: element.clientWidth, height: element.clientHeight }),
  );
  resized.observe(element);
  const ended = new AbortController();
  for (const query of COLOURS)
    matchMedia(query).addEventListener('change', () => plot.redraw(), ended);
  return () => {
    ended.abort();
    resized.disconnect();
    plot.destroy();
  };
}
