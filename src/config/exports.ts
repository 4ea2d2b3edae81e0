import { join, resolve } from 'node:path';
import { fail, optional, setting, wholeNumber } from './values.ts';

/** Settings of exports, and of the list of erasures. */

const KEY_NAME = /^[A-Za-z0-9_-]{1,32}$/;

function keyNames(text: string): string[] {
  const names = text.split(',').map((part) => part.trim());
  const usable = names.every((name) => KEY_NAME.test(name)) && new Set(names).size === names.length;
  return usable && names.length <= 2
    ? names
    : fail('must be one or two different names of 1 to 32 characters A-Za-z0-9_-');
}

export const exportSettings = {
  exportConcurrency: setting({
    env: 'ORIKI_EXPORT_CONCURRENCY',
    description:
      'Maximum number of exports in progress in this process, with the worker role; of one organization one at a ' +
      'time everywhere.',
    default: '2',
    parse: wholeNumber(1, 32),
  }),
  exportFolder: setting({
    env: 'ORIKI_EXPORT_DIR',
    description:
      'Folder of finished exports, which all processes must see; default: `exports` in the data folder. Not used ' +
      'with a bucket.',
    default: '',
    parse: optional((text: string) => resolve(text)),
  }),
  erasureFolder: setting({
    env: 'ORIKI_ERASURE_DIR',
    description:
      'Folder of the list of erasures, which all processes must see, apart from the database and its backups; ' +
      'default: `erasures` in the data folder.',
    default: '',
    parse: optional((text: string) => resolve(text)),
  }),
  exportReserveBytes: setting({
    env: 'ORIKI_EXPORT_RESERVE_BYTES',
    description:
      'Bytes that exports leave free on the disk of their folder; an export that needs them ends as FAILED. ' +
      'Default: 1 GiB, or a tenth of a smaller disk.',
    default: '',
    parse: optional(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
  }),
  exportBucket: setting({
    env: 'ORIKI_EXPORT_S3_BUCKET',
    description:
      'Bucket of finished exports, of Amazon S3 or a service with its API. Region and credentials come from where ' +
      "AWS's SDK finds them. Clients download from there directly.",
    default: '',
    parse: optional((text: string) =>
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text) ? text : fail('must be the name of a bucket'),
    ),
  }),
  exportBucketPrefix: setting({
    env: 'ORIKI_EXPORT_S3_PREFIX',
    description: 'Beginning of the keys of exports in the bucket.',
    default: 'oriki/',
    parse: (text: string) =>
      /^([\w.=-]+\/)*$/.test(text) ? text : fail('must be names, each with a slash after it'),
  }),
  exportBucketEndpoint: setting({
    env: 'ORIKI_EXPORT_S3_ENDPOINT',
    description:
      "Address of the bucket's service, such as `https://minio.internal:9000`, if it is not Amazon S3. `oriki backup` " +
      'and `oriki restore` use it for `s3://` as well.',
    default: '',
    parse: optional((text: string) =>
      /^https?:\/\//.test(text) && URL.canParse(text)
        ? text.replace(/\/+$/, '')
        : fail('must be an http(s) URL'),
    ),
  }),
  exportUrlKeys: setting({
    env: 'ORIKI_EXPORT_URL_KEYS',
    description:
      'One or two names of keys for download addresses, each derived from the server secret: the first signs, both ' +
      'are accepted. Addresses signed with another key stop working.',
    default: '1',
    parse: keyNames,
  }),
};

/** The folder of the list of erasures. */
export function erasureFolder(config: {
  dataDir: string;
  erasureFolder: string | undefined;
}): string {
  return config.erasureFolder ?? join(config.dataDir, 'erasures');
}

/** The configured place of exports. */
export function storeSettings(config: {
  dataDir: string;
  exportFolder: string | undefined;
  exportBucket: string | undefined;
  exportBucketPrefix: string;
  exportBucketEndpoint: string | undefined;
}): {
  folder: string;
  bucket: string | undefined;
  bucketPrefix: string;
  bucketEndpoint: string | undefined;
} {
  return {
    folder: config.exportFolder ?? join(config.dataDir, 'exports'),
    bucket: config.exportBucket,
    bucketPrefix: config.exportBucketPrefix,
    bucketEndpoint: config.exportBucketEndpoint,
  };
}
