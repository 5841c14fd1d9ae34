import { createClients } from '../clients/create-clients.ts';
import type { Api } from '../api/requests.ts';
import type { OwnedQueues } from '../owner/queues.ts';
import { createApiContext, createApiHandlers } from './api.ts';
import type { ContextOf } from './context.ts';

const refuse = () => Promise.reject(new Error('this function has no queues of its own'));

/** No client asks for what only the owner's page shows. */
const noQueues: OwnedQueues = { depth: refuse, deadLetters: refuse, redrive: refuse };

/** Creates the handler of the clients function: the protocols of other feed readers over the use cases of the API. */
export const createClientsFunction = (ctx: ContextOf['clients']): Api => {
  const kept = createApiContext({ ...ctx, queues: noQueues, health: {} });
  return createClients({ ...kept, handlers: createApiHandlers(kept) });
};
