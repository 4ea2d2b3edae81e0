/** A heading as the outline of a page has it. */
export type Heading = { depth: number; text: string; id: string };

/** A text as it stands in HTML, also inside of quoted attributes. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
