import { Counter, Histogram } from 'prom-client';
import { ofRegistry } from '../../../platform/observability/metrics.ts';

/** The outcomes of an attempt, and of an export. */
const OUTCOMES = ['completed', 'failed', 'retried', 'stopped', 'superseded'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export type ExportMetrics = {
  started: () => void;
  ended: (outcome: Outcome, seconds: number) => void;
  written: (format: string, rows: number, bytes: number) => void;
};

/** Counts the attempts of this process. */
export const exportMetrics = ofRegistry((registry): ExportMetrics => {
  const registers = [registry];
  const started = new Counter({
    name: 'oriki_export_attempts_started_total',
    help: 'Attempts to make a file',
    registers,
  });
  const ended = new Counter({
    name: 'oriki_export_attempts_total',
    help: 'Ended attempts, by outcome',
    labelNames: ['outcome'],
    registers,
  });
  // Alerts see only the growth of a series, not its first appearance.
  for (const outcome of OUTCOMES) ended.inc({ outcome }, 0);
  const seconds = new Histogram({
    name: 'oriki_export_seconds',
    help: 'From the start of an attempt to its end',
    labelNames: ['outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800],
    registers,
  });
  const rows = new Counter({
    name: 'oriki_export_rows_total',
    help: 'Rows in completed files',
    labelNames: ['format'],
    registers,
  });
  const bytes = new Counter({
    name: 'oriki_export_bytes_total',
    help: 'Bytes of completed files',
    labelNames: ['format'],
    registers,
  });
  return {
    started: () => started.inc(),
    ended(outcome, took) {
      ended.inc({ outcome });
      seconds.observe({ outcome }, took);
    },
    written(format, rowCount, byteCount) {
      rows.inc({ format }, rowCount);
      bytes.inc({ format }, byteCount);
    },
  };
});
