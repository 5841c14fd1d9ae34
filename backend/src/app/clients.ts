import { createClients } from '../clients/create-clients.ts';
import type { Api } from '../api/requests.ts';
import { isClientPath } from '../config/client-paths.ts';
import type { SettingsOf } from '../config/env.ts';
import { DomainError } from '../lib/errors.ts';
import { once } from '../lib/memory.ts';
import type { OwnedQueues } from '../owner/queues.ts';
import { createApiContext, createApiHandlers } from './api.ts';
import type { Answering, SendsOf } from './context.ts';

const refuse = () =>
  Promise.reject(
    new DomainError(
      'FORBIDDEN',
      'This request needs the header x-amz-content-sha256 with the SHA-256 of its body in hex.',
    ),
  );

type ClientsContext = Answering & SendsOf<'clients'> & { settings: SettingsOf<'clients'> };

/** Refuses what the owner does with queues: anybody may call this function's URL, so it has no rights to read or move messages. */
const noQueues: OwnedQueues = { depth: refuse, deadLetters: refuse, redrive: refuse };

/**
 * Creates the handler of the clients function: the protocols of other feed readers over the use cases of the API, and the API
 * itself for scripts whose writes have no digest of their body.
 */
export const createClientsFunction = (ctx: ClientsContext): Api => {
  const kept = createApiContext({ ...ctx, queues: noQueues, health: {} });
  const handlers = createApiHandlers(kept);
  const clients = createClients({ ...kept, handlers });
  const loadApi = once(async () => (await import('./api-function.ts')).createTokenApi(kept, handlers));
  return async (event, context, gone) =>
    (isClientPath(event.rawPath) ? clients : await loadApi())(event, context, gone);
};
