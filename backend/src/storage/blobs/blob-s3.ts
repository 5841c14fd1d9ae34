import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { BlobStore, SizeOfBlob } from '../../model/article/article.ts';
import { translateError } from '../table/errors.ts';

const run = async <T>(send: () => Promise<T>): Promise<T> => {
  try {
    return await send();
  } catch (error) {
    throw translateError(error);
  }
};

/** Creates what tells the sizes of a bucket's objects. Throws StorageThrottledError, StorageUnavailableError. */
export const createS3SizeOf =
  (client: S3Client, bucket: string): SizeOfBlob =>
  (key) =>
    run(async () => {
      try {
        const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
        return ContentLength ?? 0;
      } catch (error) {
        if (error instanceof NotFound) return null;
        throw error;
      }
    });

/**
 * Creates a store that keeps blobs as objects of one bucket.
 * @throws StorageThrottledError, StorageUnavailableError.
 */
export const createS3BlobStore = (client: S3Client, bucket: string): BlobStore => {
  return {
    put: async (key, bytes) => {
      await run(() => client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes })));
    },
    get: (key) =>
      run(async () => {
        try {
          const object = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
          return (await object.Body?.transformToByteArray()) ?? null;
        } catch (error) {
          if (error instanceof NoSuchKey) return null;
          throw error;
        }
      }),
    delete: async (key) => {
      await run(() => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })));
    },
    list: async (prefix) => {
      const keys: string[] = [];
      let after: string | undefined;
      do {
        const input = { Bucket: bucket, Prefix: prefix, ContinuationToken: after };
        const page = await run(() => client.send(new ListObjectsV2Command(input)));
        keys.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []));
        after = page.NextContinuationToken;
      } while (after !== undefined);
      return keys;
    },
  };
};
