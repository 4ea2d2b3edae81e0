import { genericCsv } from './generic-csv.ts';
import { ofacCsv } from './ofac-csv.ts';
import type { ImportFormat } from './types.ts';

const formats: readonly ImportFormat[] = [ofacCsv, genericCsv];

/** Every list format that can be imported, by name. Without prototype: names come from outside. */
export const importFormats: Readonly<Record<string, ImportFormat>> = Object.assign(
  Object.create(null) as Record<string, ImportFormat>,
  Object.fromEntries(formats.map((format) => [format.name, format])),
);
