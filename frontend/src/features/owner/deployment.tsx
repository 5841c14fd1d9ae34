import { DeploymentJobs } from './deployment-jobs.tsx';
import { OwnedFeeds } from './owned-feeds.tsx';
import { Queues } from './queues.tsx';
import { Readers } from './readers.tsx';

/** Shows the queues, the jobs, the feeds and the readers of all. */
export const Deployment = ({ now }: { now: Date }) => (
  <>
    <Queues now={now} />
    <DeploymentJobs />
    <OwnedFeeds now={now} />
    <Readers now={now} />
  </>
);
