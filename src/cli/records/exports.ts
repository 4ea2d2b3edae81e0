import { choice, need, UsageError, wholeNumber, type Flags } from '../flags.ts';
import type { Command } from '../commands.ts';
import {
  ALLOWED_FORMATS,
  getSettings,
  MAX_RETENTION_DAYS,
  MAX_ROWS,
  updateSettings,
} from '../../modules/exports/index.ts';

function atMost(name: string, value: string | undefined, max: number): number | undefined {
  const number = wholeNumber(`--${name}`, value, 1);
  if (number !== undefined && number > max)
    throw new UsageError(`--${name} must be at most ${max}`);
  return number;
}

function formats(flags: Flags) {
  const names = flags.formats?.split(',').map((name) => choice('formats', name, ALLOWED_FORMATS));
  return names && [...new Set(names)];
}

/** Commands about the export settings of organizations. */
export const exportCommands: Record<string, Command> = {
  'export-settings show': {
    run: (tx, flags) => getSettings(tx, need(flags, 'org')),
  },
  'export-settings update': {
    audit: {
      action: 'export_settings.update',
      does: 'changed the limits of exports',
      object: ({ flags }) => flags.org,
      organization: ({ flags }) => flags.org,
      shows: ['enabled', 'allowedFormats', 'maxRowsPerExport', 'retentionDays'],
    },
    run: (tx, flags) => {
      const enabled = flags.enabled && choice('enabled', flags.enabled, ['true', 'false']);
      const allowedFormats = formats(flags);
      const maxRowsPerExport = atMost('max-rows', flags['max-rows'], MAX_ROWS);
      const retentionDays = atMost('retention-days', flags['retention-days'], MAX_RETENTION_DAYS);
      return updateSettings(tx, need(flags, 'org'), {
        ...(enabled === undefined ? {} : { enabled: enabled === 'true' }),
        ...(allowedFormats === undefined ? {} : { allowedFormats }),
        ...(maxRowsPerExport === undefined ? {} : { maxRowsPerExport }),
        ...(retentionDays === undefined ? {} : { retentionDays }),
      });
    },
  },
};
