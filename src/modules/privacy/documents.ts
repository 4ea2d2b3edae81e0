/** The document of an export, as JSON and as a page. It is written item by item while the items are read. */
import type { Queryable } from '../../platform/db/database.ts';
import type { Document } from '../../platform/http/body/send-pieces.ts';
import type { OfSubject } from '../personal-data.ts';
import { itemHtml, PAGE_END, pageStart, POLICY, sectionStart } from './page.ts';
import type { ExportFacts, ExportQuery } from './schemas.ts';
import type { Areas } from './subjects.ts';

type Parts = { facts: ExportFacts; areas: Areas; of: OfSubject; db: Queryable };

/** Yields the areas of an export with their items. */
function* areasIn({ facts, areas, of, db }: Parts) {
  for (const name of facts.included) {
    const area = areas[name]!;
    yield { name, title: area.title, items: area.whole.read(of, db) };
  }
}

/** Yields the data of the answer in JSON. */
export async function* exportJson(parts: Parts): AsyncGenerator<string> {
  yield `${JSON.stringify(parts.facts).slice(0, -1)},"areas":{`;
  let before = '';
  for (const { name, items } of areasIn(parts)) {
    yield `${before}${JSON.stringify(name)}:[`;
    before = ',';
    let comma = '';
    for await (const item of items) {
      yield comma + JSON.stringify(item);
      comma = ',';
    }
    yield ']';
  }
  yield '}}';
}

async function* envelope(data: AsyncIterable<string>): AsyncGenerator<string> {
  yield '{"success":true,"data":';
  yield* data;
  yield '}';
}

/** Yields the page in HTML. */
export async function* exportPage(parts: Parts): AsyncGenerator<string> {
  yield pageStart(parts.facts);
  for (const { title, items } of areasIn(parts)) {
    yield sectionStart(title);
    let isEmpty = true;
    for await (const item of items) {
      yield itemHtml(item);
      isEmpty = false;
    }
    yield isEmpty ? '<p>Nothing.</p></section>' : '</section>';
  }
  yield PAGE_END;
}

/**
 * Returns the document in the format of the request. A page is sent as a file, so it is not part of this service's
 * site.
 */
export function exportDocumentOf(format: ExportQuery['format'], parts: Parts): Document {
  if (format !== 'html')
    return { mediaType: 'application/json', pieces: envelope(exportJson(parts)) };
  return {
    mediaType: 'text/html',
    headers: {
      'content-disposition': `attachment; filename="${parts.facts.exportId}.html"`,
      'content-security-policy': `${POLICY}; sandbox`,
    },
    pieces: exportPage(parts),
  };
}
