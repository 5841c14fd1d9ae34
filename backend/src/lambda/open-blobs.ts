import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { createS3BlobStore } from '../storage/blobs/blob-s3.ts';
import { timeLimited } from './aws-clients.ts';

// Separate from the other adapters, because the client of S3 is loaded with the first blob.

/** An object has a few megabytes at most. */
export const newBlobClient = (config: S3ClientConfig = {}): S3Client =>
  new S3Client({ ...timeLimited(10_000), ...config });

export const openBlobs = (bucket: string) => createS3BlobStore(newBlobClient(), bucket);
