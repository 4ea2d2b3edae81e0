/** The URLs in `ORIKI_VALKEY_URL`: one of a server, or several of a cluster's nodes. */
export function valkeyUrls(text: string): string[] {
  return text.split(/,(?=rediss?:\/\/)/);
}
