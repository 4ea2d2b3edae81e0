import type { WriteStream } from 'node:tty';
import { clock } from '../../platform/clock.ts';

/** The time between updates of the bar on a terminal. Elsewhere, lines are written less often. */
const BAR_EVERY_MS = 200;
const LINE_EVERY_MS = 10_000;
const BAR_WIDTH = 24;

export type Progress = {
  rows: number;
  /** From 0 to 1; undefined if the total is unknown. */
  share: number | undefined;
};

const counted = new Intl.NumberFormat('en');

/** Formats seconds as `1:02:03` or `2:03`. */
function clockTime(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const pad = (value: number): string => String(value).padStart(2, '0');
  const rest = pad(whole % 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** Shows the progress of a long command: a bar on a terminal, otherwise an occasional line. */
export class ProgressBar {
  readonly #out: WriteStream;
  readonly #unit: string;
  #begin: (Progress & { ms: number }) | undefined;
  #last: { progress: Progress; seconds: number } | undefined;
  #shownMs = -Infinity;
  #drawn = false;

  /** @param unit the counted unit */
  constructor(out: WriteStream, unit = 'names') {
    this.#out = out;
    this.#unit = unit;
  }

  /** Shows progress. The speed is measured from the first call. */
  show(progress: Progress): void {
    const ms = clock.monotonicMs();
    this.#begin ??= { ...progress, ms };
    // Without a terminal, the first state is not worth a line.
    if (!this.#out.isTTY && this.#shownMs === -Infinity) this.#shownMs = ms;
    this.#last = { progress, seconds: (ms - this.#begin.ms) / 1000 };
    if (ms - this.#shownMs < (this.#out.isTTY ? BAR_EVERY_MS : LINE_EVERY_MS)) return;
    this.#shownMs = ms;
    this.#draw(this.#last);
  }

  #draw({ progress, seconds }: { progress: Progress; seconds: number }): void {
    const text = this.#text(progress, seconds);
    if (!this.#out.isTTY) return void this.#out.write(`${text}\n`);
    this.#out.write(`\r${text.slice(0, (this.#out.columns || 80) - 1)}\x1b[K`);
    this.#drawn = true;
  }

  /** Writes a line that later progress does not overwrite. */
  say(line: string): void {
    this.#out.write(`${this.#drawn ? '\r\x1b[K' : ''}${line}\n`);
    this.#drawn = false;
  }

  /** Ends the bar; its last state stays above later output. */
  end(): void {
    if (this.#drawn && this.#last) this.#draw(this.#last);
    if (this.#drawn) this.#out.write('\n');
    this.#drawn = false;
  }

  #text({ rows, share }: Progress, seconds: number): string {
    const begin = this.#begin!;
    const parts = [`${counted.format(rows)} ${this.#unit}`];
    if (seconds > 0) parts.push(`${counted.format(Math.round((rows - begin.rows) / seconds))}/s`);
    if (share === undefined) return parts.join('  ');
    const done = share - (begin.share ?? 0);
    if (done > 0) parts.push(`${clockTime(((1 - share) * seconds) / done)} left`);
    const filled = Math.round(share * BAR_WIDTH);
    const bar = '#'.repeat(filled).padEnd(BAR_WIDTH, '.');
    const percent = `${Math.floor(share * 100)} %`.padStart(5);
    return [this.#out.isTTY ? `[${bar}] ${percent}` : percent.trim(), ...parts].join('  ');
  }
}
