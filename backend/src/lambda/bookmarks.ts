import { createBookmarksHandler } from '../app/bookmarks.ts';
import { createBase, pause, s3Blobs } from '../aws/adapters.ts';
import { guardedFetch } from '../aws/guarded-fetch.ts';
import { environments, readEnvironment } from '../config/env.ts';

const env = readEnvironment(environments.bookmarks, process.env);

export const handler = createBookmarksHandler({
  base: createBase('bookmarks', env, s3Blobs(env)),
  outbound: { fetch: guardedFetch(env) },
  runtime: { pause },
});
