import { describe, expect, test } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { missingPackages } from './optional-packages.ts';

function none(): boolean {
  return false;
}

describe('optional packages', () => {
  test('are required only by a setting, and are installed here', () => {
    expect(missingPackages(loadConfig({}), none)).toEqual([]);
    const all = {
      ORIKI_EXPORT_S3_BUCKET: 'exports',
      ORIKI_RATE_LIMIT_STORE: 'valkey',
      ORIKI_VALKEY_URL: 'redis://127.0.0.1',
      OTEL_TRACES_EXPORTER: 'otlp',
    };
    expect(missingPackages(loadConfig(all), none)).toHaveLength(3);
    expect(missingPackages(loadConfig(all))).toEqual([]);
    expect(missingPackages(loadConfig({ ...all, OTEL_SDK_DISABLED: 'true' }), none)).toHaveLength(
      2,
    );
  });

  test('are named with the setting and the command that installs them', () => {
    const [line] = missingPackages(loadConfig({ ORIKI_EXPORT_S3_BUCKET: 'exports' }), none);
    expect(line).toMatch(
      /^ORIKI_EXPORT_S3_BUCKET needs the packages @aws-sdk\/client-s3, @aws-sdk\/lib-storage, .*npm install @aws-sdk\/client-s3@3\.\d+\.\d+ @aws-sdk\/lib-storage@3\.\d+\.\d+$/,
    );
  });
});
