import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { createS3BlobStore } from '../../storage/blobs/blob-s3.ts';
import { DataFolderError } from '../process/data-lock.ts';

/** A part of a bucket: `s3://bucket/prefix/`. The prefix is empty or ends in a slash. */
export type BucketPart = { bucket: string; prefix: string };

/** Milliseconds until a connection stands, and for which one may be silent. */
const CONNECTION_MS = 10_000;
const SILENT_MS = 120_000;

/** Opens the client with credentials and a region as the AWS tools read them, which is for any store that speaks S3. */
const newClient = (): S3Client =>
  new S3Client({
    // Stores at an address of their own seldom have a name for each bucket.
    forcePathStyle: ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'].some(
      (name) => process.env[name] !== undefined,
    ),
    // The checksum of a file is sent with it; others that newer versions add are refused by many stores.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECTION_MS, socketTimeout: SILENT_MS },
  });

const withClient = async <T>(
  { bucket, prefix }: BucketPart,
  run: (client: S3Client) => Promise<T>,
): Promise<T> => {
  const client = newClient();
  try {
    return await run(client);
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    throw new DataFolderError(
      `s3://${bucket}/${prefix} cannot be used (${reason}). Credentials, region and address are read from AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and AWS_ENDPOINT_URL_S3, or as other AWS tools read them`,
    );
  } finally {
    client.destroy();
  }
};

const sha256 = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('base64');
};

/**
 * Sends a file under its own name, of at most 5 GB, and returns its address. The store compares its SHA-256; it is whole there or
 * not there.
 * @throws DataFolderError
 */
export const sendFile = (part: BucketPart, file: string): Promise<string> =>
  withClient(part, async (client) => {
    const key = `${part.prefix}${basename(file)}`;
    await client.send(
      new PutObjectCommand({
        Bucket: part.bucket,
        Key: key,
        Body: createReadStream(file),
        ContentLength: (await stat(file)).size,
        ChecksumSHA256: await sha256(file),
      }),
    );
    return `s3://${part.bucket}/${key}`;
  });

/** Fetches an object into a folder, and returns the file. @throws DataFolderError */
export const fetchFile = (part: BucketPart, name: string, folder: string): Promise<string> =>
  withClient(part, async (client) => {
    const { Body: body } = await client.send(
      new GetObjectCommand({ Bucket: part.bucket, Key: `${part.prefix}${name}` }),
    );
    if (!(body instanceof Readable)) throw new Error('the answer has no body');
    const file = join(folder, name);
    await pipeline(body, createWriteStream(file, { mode: 0o600 }));
    return file;
  });

/** Lists the names of the objects in the part, without those of deeper ones. @throws DataFolderError */
export const listNames = (part: BucketPart): Promise<string[]> =>
  withClient(part, async (client) => {
    const keys = await createS3BlobStore(client, part.bucket).list(part.prefix);
    return keys
      .map((key) => key.slice(part.prefix.length))
      .filter((name) => name !== '' && !name.includes('/'));
  });

/** Deletes objects by name. @throws DataFolderError */
export const deleteNames = (part: BucketPart, names: readonly string[]): Promise<void> =>
  withClient(part, async (client) => {
    const objects = createS3BlobStore(client, part.bucket);
    for (const name of names) await objects.delete(`${part.prefix}${name}`);
  });
