/** The addresses in `ORIKI_VALKEY_URL`: one of a server, or several of the nodes of a cluster. */
export function valkeyUrls(text: string): string[] {
  return text.split(/,(?=rediss?:\/\/)/);
}
