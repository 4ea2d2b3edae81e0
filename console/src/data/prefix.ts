// In a separate file, because every first view loads it.

/** Returns the path below which the service is, from the page; empty for none. */
function read(): string {
  const said = document.querySelector<HTMLMetaElement>('meta[name="oriki-prefix"]')?.content ?? '';
  return said.startsWith('/') ? said : '';
}

export const PREFIX = read();
