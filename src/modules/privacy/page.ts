/** The parts of the page of an export. It has no scripts, and loads nothing. */
import { escaped } from '../../platform/http/pages/html.ts';
import type { ExportFacts } from './schemas.ts';

export const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
article { border: 1px solid #ccc; border-radius: 6px; padding: .5rem 1rem; margin: 1rem 0; break-inside: avoid; }
dl { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: .2rem 1rem; margin: .3rem 0; }
dt { color: #555; } dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
ol { margin: 0; padding-inline-start: 1.2rem; } img { max-width: 16rem; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } dd { margin-block-end: .4rem; } }`;

/** The beginnings of images in base64, with their media types. */
const IMAGES = [
  ['/9j/', 'image/jpeg'],
  ['iVBORw0KGgo', 'image/png'],
  ['UklGR', 'image/webp'],
] as const;
const BASE64 = /^[A-Za-z0-9+/]{200,}={0,2}$/;

/** Makes words of a name: `lastReadAt` becomes `Last read at`. */
function wordsOf(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').replaceAll(/(?<=[a-z0-9])[A-Z]/g, ' $&');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1).toLowerCase()}`;
}

function textHtml(name: string, text: string): string {
  if (!BASE64.test(text)) return `<span dir="auto">${escaped(text)}</span>`;
  const [, type] = IMAGES.find(([start]) => text.startsWith(start)) ?? [];
  const title = escaped(wordsOf(name));
  return type === undefined
    ? `<a download="${escaped(name)}" href="data:application/octet-stream;base64,${text}">${title}</a>`
    : `<img alt="${title}" src="data:${type};base64,${text}">`;
}

function valueHtml(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value))
    return value.length === 0
      ? '–'
      : `<ol>${value.map((one) => `<li>${valueHtml(name, one)}</li>`).join('')}</ol>`;
  if (typeof value === 'object') return factsHtml(value);
  return textHtml(name, String(value));
}

function factsHtml(facts: object): string {
  const rows = Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<dt>${escaped(wordsOf(name))}</dt><dd>${valueHtml(name, value)}</dd>`);
  return rows.length === 0 ? '–' : `<dl>${rows.join('')}</dl>`;
}

/** The beginning of the page: the person who exported it, the time, and the omitted data. */
export function pageStart(exported: ExportFacts): string {
  const { included: _included, omitted, ...facts } = exported;
  const left = omitted.map(({ title, needs }) => `${title} (${needs})`);
  const note =
    left.length === 0
      ? ''
      : `<p>Not in this document, because its maker may not read it: ${escaped(left.join(', '))}.</p>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="${POLICY}">
<title>Stored data about ${escaped(facts.subjectId)}</title><style>${STYLE}</style></head><body><main>
<h1>Stored data about <span dir="auto">${escaped(facts.subjectId)}</span></h1>${factsHtml(facts)}${note}`;
}

export function sectionStart(title: string): string {
  return `<section><h2>${escaped(title)}</h2>`;
}

export function itemHtml(item: object): string {
  return `<article>${factsHtml(item)}</article>`;
}

export const PAGE_END = '</main></body></html>\n';
