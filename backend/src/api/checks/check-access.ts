import type { Reader, ReaderOf } from '../../contract/endpoints/handlers.ts';
import type { Endpoint } from '../../contract/index.ts';
import { DomainError } from '../../lib/domain-error.ts';

const forbidden = (message: string) => new DomainError('FORBIDDEN', message);

/** Returns the reader if the endpoint admits them. Throws UNAUTHENTICATED or FORBIDDEN. */
export function checkAccess<E extends Endpoint>(endpoint: E, reader: Reader | null): ReaderOf<E>;
export function checkAccess(endpoint: Endpoint, reader: Reader | null): Reader | null {
  if (endpoint.access === 'public') return reader;
  if (reader === null) {
    throw new DomainError('UNAUTHENTICATED', 'You are not signed in.', null, {
      headers: { 'www-authenticate': 'Bearer' },
    });
  }
  if (endpoint.noTokens === true && reader.via === 'token')
    throw forbidden('This needs a signed-in reader; an API token is not enough.');
  if (reader.scope === 'read' && endpoint.method !== 'GET') throw forbidden('This API token may only read.');
  if (endpoint.access === 'owner' && !reader.is_owner)
    throw forbidden('This is for the owner of this service.');
  return reader;
}
