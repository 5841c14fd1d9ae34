import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import { onlyPage, queueName } from '../contract/index.ts';
import { toDeadLetter } from './dead-letters.ts';
import { createDeploymentJobEndpoint, type DeploymentJobDeps } from './deployment-jobs.ts';
import { createFeedsEndpoint, type FeedsEndpointDeps } from './feeds-endpoint.ts';
import type { OwnedQueues } from './queues.ts';
import { createReadersEndpoint, type ReadersEndpointDeps } from './readers-endpoint.ts';

const DEAD_LETTERS = 50;

type QueueEndpoints = 'listQueues' | 'listDeadLetters' | 'redriveDeadLetters';

const createQueueEndpoints = (queues: OwnedQueues): HandlersOf<QueueEndpoints> => ({
  listQueues: async () => onlyPage(await Promise.all(queueName.options.map((queue) => queues.depth(queue)))),
  listDeadLetters: async ({ params: { queue } }) =>
    onlyPage((await queues.deadLetters(queue, DEAD_LETTERS)).map(toDeadLetter)),
  redriveDeadLetters: async ({ params: { queue } }) => ({ queue, redriven: await queues.redrive(queue) }),
});

/** Creates the owner's endpoints. The API admits only the owner to them. */
export const createOwnerEndpoints = ({
  queues,
  ...deps
}: ReadersEndpointDeps & FeedsEndpointDeps & DeploymentJobDeps & { queues: OwnedQueues }): HandlersOf<
  'listReaders' | 'listAllFeeds' | QueueEndpoints | 'startDeploymentJob'
> => ({
  ...createReadersEndpoint(deps),
  ...createFeedsEndpoint(deps),
  ...createQueueEndpoints(queues),
  ...createDeploymentJobEndpoint(deps),
});
