/** A heading in the outline of a page. */
export type Heading = { depth: number; text: string; id: string };

/** Escapes a text for HTML, also for quoted attributes. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
