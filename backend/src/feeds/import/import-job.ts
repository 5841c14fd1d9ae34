import { z } from 'zod';
import { inSlices, type JobDefinition } from '../../jobs/job-definition.ts';
import type { BlobStore } from '../../model/article/article.ts';
import type { Job } from '../../model/job/job.ts';
import { importDocumentKey } from './import-document.ts';
import type { StorePlan } from './store-plan.ts';
import type { SubscribeRows } from './subscribe-rows.ts';

/** The number of the part where the next slice begins. */
const nextPart = z.int().min(0);

/**
 * The job that imports a document. It first plans every row and stores the plan with the job. Then, slice by slice, it
 * subscribes to the feeds and sends them to the fetch queue, which allows one request at a time per host. The job ends
 * when each feed has been fetched once. Repeated steps change nothing, because the stored plan decides.
 */
export const createImportJob = ({
  storePlan,
  subscribeRows,
}: {
  storePlan: StorePlan;
  subscribeRows: SubscribeRows;
}): JobDefinition => ({
  run: inSlices(nextPart, (job, first) => (first === null ? storePlan(job) : subscribeRows(job, first))),
});

/** Deletes the document of a cancelled import. Feeds that were subscribed to stay. */
export const createCancelImport =
  (blobs: Pick<BlobStore, 'delete'>) =>
  ({ user_id, job_id }: Job): Promise<void> =>
    blobs.delete(importDocumentKey(user_id, job_id));
