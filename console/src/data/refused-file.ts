import type { Operations } from '../../../clients/typescript/src/index.ts';

type GlobalList = Operations['listGlobalLists']['data']['items'][number];
type Refused = NonNullable<NonNullable<GlobalList['origin']>['refused']>;
type Detail = Operations['listPlatformApprovals']['data']['items'][number]['detail'];

/** Returns true if a request is about this file and its effects: like the service, it compares every field. */
export function isAbout(detail: Detail, file: Refused | null | undefined): boolean {
  return file ? Object.entries(file).every(([field, value]) => detail[field] === value) : false;
}
