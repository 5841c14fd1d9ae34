import type { BlobStore } from '../../model/article/article.ts';
import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import { importDocumentKey } from './import-document.ts';
import type { JobContext } from '../../jobs/restart-job.ts';
import { startJob } from '../../jobs/start-job.ts';
import type { FeedStore } from '../../model/feed/feed.ts';
import { byPosition, type FolderStore } from '../../model/feed/folder.ts';
import { withFeeds } from '../../model/feed/followed-feed.ts';
import { writeOpml, type ParseOpml } from '../../parser/formats/opml.ts';
import { type SubscriptionStore, shownTitle } from '../../model/feed/subscription.ts';
import { DomainError } from '../../lib/domain-error.ts';

type OpmlEndpointDeps = JobContext & {
  blobs: Pick<BlobStore, 'put' | 'get' | 'delete'>;
  feeds: Pick<FeedStore, 'getMany'>;
  subscriptions: Pick<SubscriptionStore, 'list'>;
  folders: Pick<FolderStore, 'positions'>;
  parseOpml: ParseOpml;
};

export const createOpmlEndpoints = (deps: OpmlEndpointDeps): HandlersOf<'importOpml' | 'exportOpml'> => ({
  importOpml: async ({ reader: { user_id }, body }) => {
    // Parse the document now, so that the reader learns at once, not from a job, that it is not OPML.
    await deps.parseOpml(body);
    const jobId = deps.newId();
    await deps.blobs.put(importDocumentKey(user_id, jobId), body);
    const job = await startJob(deps, user_id, 'import', { jobId });
    if (job.job_id === jobId) return job;
    await deps.blobs.delete(importDocumentKey(user_id, jobId));
    // A client that got no response may send the document again. If the running job imports the same document, return
    // that job.
    const running = await deps.blobs.get(importDocumentKey(user_id, job.job_id));
    if (running === null || !Buffer.from(running).equals(body))
      throw new DomainError('IMPORT_RUNNING', 'Another import goes on. This document was not taken.', {
        job_id: job.job_id,
      });
    return job;
  },
  exportOpml: async ({ reader: { user_id } }) => {
    const subscriptions = await deps.subscriptions.list(user_id);
    const followed = (await withFeeds(deps.feeds, subscriptions)).map(({ feed, subscription }) => {
      const { url, site_url } = feed;
      const { folder, position, title } = subscription;
      return { url, site_url, folder, position, title: shownTitle({ title, feed_title: feed.title }) };
    });
    const positions = await deps.folders.positions(user_id);
    const placeOf = (folder: string) => ({ name: folder, position: positions.get(folder) ?? null });
    const inOrder = followed.toSorted(
      (a, b) =>
        byPosition(placeOf(a.folder ?? ''), placeOf(b.folder ?? '')) ||
        byPosition({ ...a, name: a.title }, { ...b, name: b.title }),
    );
    return writeOpml(inOrder, deps.now());
  },
});
