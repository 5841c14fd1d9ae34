import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { BlobStore } from '../../model/article/article.ts';
import { translateError } from '../table/errors.ts';

/**
 * Creates a store that keeps blobs as objects of one bucket.
 * @throws StorageThrottledError, StorageUnavailableError.
 */
export const createS3BlobStore = (client: S3Client, bucket: string): BlobStore => {
  const run = async <T>(send: () => Promise<T>): Promise<T> => {
    try {
      return await send();
    } catch (error) {
      throw translateError(error);
    }
  };
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
