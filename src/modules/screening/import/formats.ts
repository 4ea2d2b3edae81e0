import { genericCsv } from './generic-csv.ts';
import { euCsv } from './grouped/eu-csv.ts';
import { ukCsv } from './grouped/uk-csv.ts';
import { ofacCsv } from './ofac/ofac-csv.ts';
import { ftmJson } from './opensanctions/ftm-json.ts';
import { opensanctionsSimple } from './opensanctions/opensanctions-simple.ts';
import type { ImportFormat } from './types.ts';
import { unXml } from './un/un-xml.ts';

const formats: readonly ImportFormat[] = [
  ofacCsv,
  unXml,
  euCsv,
  ukCsv,
  opensanctionsSimple,
  ftmJson,
  genericCsv,
];

/** Every list format that can be imported, by name. Without prototype: names come from outside. */
export const importFormats: Readonly<Record<string, ImportFormat>> = Object.assign(
  Object.create(null) as Record<string, ImportFormat>,
  Object.fromEntries(formats.map((format) => [format.name, format])),
);
