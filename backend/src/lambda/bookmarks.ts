import { createBookmarksHandler } from '../app/bookmarks.ts';
import { createBase, s3Blobs } from './adapters.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { environments, readEnvironment } from '../config/env.ts';
import { withSecrets } from './secrets.ts';

const env = readEnvironment(environments.bookmarks, await withSecrets(process.env));

export const handler = createBookmarksHandler({
  ...createBase('bookmarks', env, s3Blobs(env)),
  fetch: guardedFetch(env),
});
