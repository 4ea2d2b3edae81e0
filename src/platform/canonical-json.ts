/** One text for all spellings of a JSON value (RFC 8785): keys sorted by UTF-16 code units, no white space. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/**
 * Returns the canonical text of a document as JSON transmits it, without undefined members. Lets other requests run
 * between its members and between the elements of its arrays.
 */
export async function canonicalDocument(
  document: object,
  yieldIfDue: () => Promise<void>,
): Promise<string> {
  const textOf = async (value: unknown): Promise<string> => {
    await yieldIfDue();
    return canonicalJson(JSON.parse(JSON.stringify(value)));
  };
  const members: string[] = [];
  for (const [key, member] of Object.entries(document).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (member === undefined) continue;
    const elements: string[] = [];
    if (Array.isArray(member)) for (const element of member) elements.push(await textOf(element));
    const text = Array.isArray(member) ? `[${elements.join(',')}]` : await textOf(member);
    members.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${members.join(',')}}`;
}
