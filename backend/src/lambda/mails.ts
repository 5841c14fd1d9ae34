import { createMailsHandler } from '../app/mails.ts';
import { createS3BlobStore, createS3SizeOf } from '../storage/blobs/blob-s3.ts';
import { createBase, createQueues } from './adapters.ts';
import { newBlobClient } from './open-blobs.ts';
import { createParser } from './parser.ts';
import { environments, readEnvironment } from '../config/env.ts';

const env = readEnvironment(environments.mails, process.env);
// Every call deletes an object, so the client is part of the start.
const bucket = newBlobClient();

export const handler = createMailsHandler({
  ...createBase('mails', env, createS3BlobStore(bucket, env.BLOB_BUCKET)),
  ...createQueues('mails', env).sends,
  parser: createParser(),
  sizeOf: createS3SizeOf(bucket, env.BLOB_BUCKET),
  settings: env,
});
