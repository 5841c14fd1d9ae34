import { setTimeout } from 'node:timers/promises';
import { environments, readEnvironment } from '../config/env.ts';
import { createBase, s3Blobs } from '../aws/adapters.ts';
import { guardedFetch } from '../aws/guarded-fetch.ts';
import { createBookmarksHandler } from '../app/bookmarks.ts';

const env = readEnvironment(environments.bookmarks, process.env);

export const handler = createBookmarksHandler({
  ...createBase('bookmarks', env.TABLE_NAME, s3Blobs(env.BLOB_BUCKET)),
  fetch: guardedFetch(env.FETCH_ALLOW_HOSTS),
  hatebuUrl: env.HATEBU_URL,
  pause: (milliseconds) => setTimeout(milliseconds, true),
});
