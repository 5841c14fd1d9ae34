import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endShared, SHARED_FOLDER } from './dynamodb-local.ts';

/** Lets all suites of a run share one DynamoDB Local. The first suite that needs it starts it. */
export default async () => {
  if (process.env[SHARED_FOLDER] !== undefined) return () => {};
  const folder = await mkdtemp(join(tmpdir(), 'omomi-dynamodb-'));
  process.env[SHARED_FOLDER] = folder;
  return () => endShared(folder);
};
