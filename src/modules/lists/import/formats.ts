import { genericCsv } from './generic-csv.ts';
import { dfatCsv } from './tables/dfat-csv.ts';
import { euCsv } from './tables/eu-csv.ts';
import { ukCsv } from './tables/uk-csv.ts';
import { fincenHtml } from './html/fincen-html.ts';
import { nigsacHtml } from './html/nigsac-html.ts';
import { ofacCsv } from './ofac/ofac-csv.ts';
import { ofacXml } from './ofac/ofac-xml.ts';
import { ftmJson } from './opensanctions/ftm-json.ts';
import { opensanctionsSimple } from './opensanctions/opensanctions-simple.ts';
import { senzingJson } from './opensanctions/senzing-json.ts';
import type { ImportFormat } from './types.ts';
import { unXml } from './un/un-xml.ts';
import { cslCsv } from './us/csl-csv.ts';
import { cslJson } from './us/csl-json.ts';
import { secoXml } from './xml/seco-xml.ts';
import { semaXml } from './xml/sema-xml.ts';
import { ukXml } from './xml/uk-xml.ts';

const formats: readonly ImportFormat[] = [
  ofacCsv,
  ofacXml,
  unXml,
  euCsv,
  ukCsv,
  ukXml,
  semaXml,
  secoXml,
  dfatCsv,
  cslCsv,
  cslJson,
  fincenHtml,
  nigsacHtml,
  opensanctionsSimple,
  ftmJson,
  senzingJson,
  genericCsv,
];

/** Increased when a format reads files differently, so that files imported before are imported again. */
export const READERS_VERSION = 4;

/** Every list format that can be imported, by name. Without a prototype, because names come from callers. */
export const importFormats: Readonly<Record<string, ImportFormat>> = Object.assign(
  Object.create(null) as Record<string, ImportFormat>,
  Object.fromEntries(formats.map((format) => [format.name, format])),
);
