import type { Context } from '../../model/context.ts';
import type { DocumentParser } from '../../parser/document-parser.ts';
import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import { importDocumentKey } from './import-document.ts';
import type { JobContext } from '../../jobs/restart-job.ts';
import { startJob } from '../../jobs/start-job.ts';
import { byPosition, shownTitle } from '../../model/feed/subscription.ts';
import { isNewsletter } from '../../model/feed/newsletter.ts';
import { withFeeds } from '../../model/feed/followed-feed.ts';
import { writeOpml } from '../../parser/formats/opml.ts';
import { DomainError } from '../../lib/errors.ts';

type OpmlContext = JobContext &
  Pick<Context, 'blobs' | 'feeds' | 'subscriptions' | 'folders'> & {
    parser: Pick<DocumentParser, 'planExport'>;
  };

/** Returns a reader's feeds as an OPML document of this time, in the order of the sidebar. */
export const feedsAsOpml = async (
  ctx: Pick<Context, 'feeds' | 'subscriptions' | 'folders'>,
  userId: string,
  at: Date,
): Promise<string> => {
  const subscriptions = await ctx.subscriptions.list(userId);
  const followed = (await withFeeds(ctx.feeds, subscriptions)).flatMap(({ feed, subscription }) => {
    const { url, site_url } = feed;
    // Another reader cannot fetch a newsletter, and its address is a secret.
    if (isNewsletter(feed)) return [];
    const { folder, position, title, keep_days } = subscription;
    return [
      { url, site_url, folder, position, keep_days, title: shownTitle({ title, feed_title: feed.title }) },
    ];
  });
  const positions = await ctx.folders.positions(userId);
  const placeOf = (folder: string) => ({ name: folder, position: positions.get(folder) ?? null });
  const inOrder = followed.toSorted(
    (a, b) =>
      byPosition(placeOf(a.folder ?? ''), placeOf(b.folder ?? '')) ||
      byPosition({ ...a, name: a.title }, { ...b, name: b.title }),
  );
  return writeOpml(inOrder, at);
};

/** The endpoints that import and export the list of feeds. */
export const opmlEndpoints = (ctx: OpmlContext): HandlersOf<'importOpml' | 'exportOpml'> => ({
  importOpml: async ({ reader: { user_id }, body }) => {
    // Read the file now, so that the reader learns at once, not from a job, that it cannot be taken in.
    await ctx.parser.planExport(body);
    const jobId = ctx.newId();
    await ctx.blobs.put(importDocumentKey(user_id, jobId), body);
    const job = await startJob(ctx, user_id, 'import', { jobId });
    if (job.job_id === jobId) return job;
    await ctx.blobs.delete(importDocumentKey(user_id, jobId));
    // A client that got no response may send the document again. If the running job imports the same document, return
    // that job.
    const running = await ctx.blobs.get(importDocumentKey(user_id, job.job_id));
    if (running === null || !Buffer.from(running).equals(body))
      throw new DomainError('IMPORT_RUNNING', 'Another import goes on. This document was not taken.', {
        job_id: job.job_id,
      });
    return job;
  },
  exportOpml: ({ reader: { user_id } }) => feedsAsOpml(ctx, user_id, ctx.now()),
});
