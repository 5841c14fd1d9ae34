import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
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
    // Without one, the client writes to the console that it does not repeat the sending of a file.
    logger: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
  });

/** Tries to send a file whose sending breaks off, or fails inside the store. The client repeats only what it has in memory. */
const SENDING_TRIES = 3;

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

const repeatedly = async (run: () => Promise<unknown>): Promise<void> => {
  for (let left = SENDING_TRIES - 1; ; left -= 1)
    try {
      await run();
      return;
    } catch (error) {
      if (left === 0 || (statusOf(error) ?? 500) < 500) throw error;
    }
};

const SETTINGS =
  'Credentials, region and address are read from AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and AWS_ENDPOINT_URL_S3, or as other AWS tools read them';

/** Returns what to do about an error of a store. */
const remedyOf = (error: Error): string => {
  if (error.name === 'NoSuchBucket' || error.name === 'NotFound')
    return 'Make the bucket first, or check its name and the address in AWS_ENDPOINT_URL_S3';
  if (error.name === 'AccessDenied' || error.name === 'Forbidden')
    return 'The credentials need the rights to put, get, list and delete in that part of the bucket';
  return SETTINGS;
};

/** Returns an error as one line, because those of TLS have several. */
const lineOf = (error: Error): string => `${error.name}: ${error.message}`.replaceAll(/\s+/g, ' ').trim();

const withClient = async <T>(
  { bucket, prefix }: BucketPart,
  run: (client: S3Client) => Promise<T>,
): Promise<T> => {
  const client = newClient();
  try {
    return await run(client);
  } catch (error) {
    if (error instanceof DataFolderError) throw error;
    const known = error instanceof Error ? error : new Error(String(error));
    throw new DataFolderError(
      `s3://${bucket}/${prefix} cannot be used (${lineOf(known)}). ${remedyOf(known)}`,
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
 * Sends a file under its own name, of at most 5 GB, and returns its address. The store compares its SHA-256, and is asked afterwards
 * whether it has the file, because a page at a wrong address may answer anything with 200; it is whole there or not there.
 * @throws DataFolderError
 */
export const sendFile = (part: BucketPart, file: string): Promise<string> =>
  withClient(part, async (client) => {
    const target = { Bucket: part.bucket, Key: `${part.prefix}${basename(file)}` };
    const { size } = await stat(file);
    const ChecksumSHA256 = await sha256(file);
    await repeatedly(() =>
      client.send(
        new PutObjectCommand({
          ...target,
          Body: createReadStream(file),
          ContentLength: size,
          ChecksumSHA256,
        }),
      ),
    );
    const kept = await client.send(new HeadObjectCommand(target));
    if (kept.ContentLength !== size)
      throw new Error('what answers does not keep what it is sent, so it is no store that speaks S3');
    return `s3://${part.bucket}/${target.Key}`;
  });

const getFile = async (client: S3Client, { bucket, prefix }: BucketPart, name: string): Promise<Readable> => {
  const { Body: body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: `${prefix}${name}` }));
  if (!(body instanceof Readable)) throw new Error('the answer has no body');
  return body;
};

/** Names that are told where another one is not there. */
const MOST_NAMES = 10;

/** Fetches an object into a folder, and returns the file. @throws DataFolderError, which says what there is instead */
export const fetchFile = (part: BucketPart, name: string, folder: string): Promise<string> =>
  withClient(part, async (client) => {
    try {
      const file = join(folder, name);
      await pipeline(await getFile(client, part, name), createWriteStream(file, { mode: 0o600 }));
      return file;
    } catch (error) {
      if (!(error instanceof NoSuchKey)) throw error;
      const names = (await listNames(part)).toSorted().toReversed().slice(0, MOST_NAMES);
      throw new DataFolderError(
        `there is no ${name} in s3://${part.bucket}/${part.prefix}; ${names.length === 0 ? 'there is nothing' : `the newest there: ${names.join(', ')}`}`,
      );
    }
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
