import { expect, test } from 'vitest';
import { AddressRules } from '../../../platform/outbound/address.ts';
import { checkTarget } from '../../../platform/outbound/target.ts';
import { importFormats } from '../import/formats.ts';
import { PUBLISHERS } from './publishers.ts';

test('every known publisher has its own source, a readable format and allowed addresses', () => {
  const sources = PUBLISHERS.map(({ source }) => source);
  expect([...new Set(sources)].toSorted()).toEqual(sources);
  const rules = new AddressRules([]);
  for (const { source, format, url, ...more } of PUBLISHERS) {
    expect(source).toMatch(/^[A-Za-z0-9._:-]+$/);
    expect(importFormats).toHaveProperty(format);
    for (const address of [url, more.aliasesUrl, more.addressesUrl, more.commentsUrl])
      if (address !== null) expect(checkTarget(address, rules).problem, address).toBeUndefined();
  }
});
