/** Creates the bucket for exports if it does not exist, once the store answers. Exits with 1 if it cannot. */
import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';

const Bucket = process.env['ORIKI_EXPORT_S3_BUCKET']!;
const client = new S3Client({
  endpoint: process.env['ORIKI_EXPORT_S3_ENDPOINT']!,
  forcePathStyle: true,
  // About a minute, with the SDK's pauses of up to 20 s: the store may still be starting.
  maxAttempts: 10,
});
try {
  await client.send(new HeadBucketCommand({ Bucket }));
} catch (error) {
  if ((error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode !== 404)
    throw error;
  await client.send(new CreateBucketCommand({ Bucket }));
}
