import type { Endpoint } from '../../contract/index.ts';
import type { ApiEvent } from '../requests/http.ts';
import { DomainError } from '../../lib/domain-error.ts';

/** The destinations of requests from a script and from the address bar. */
const ordinary = ['empty', 'document'];

/**
 * Refuses requests that a browser makes to show or run the answer in a page: an image in an article could point to this
 * API and use up the reader's rate limit. Clients other than browsers do not send the header and pass. Throws DomainError
 * FORBIDDEN.
 */
export const checkDestination = (
  { imageResponse }: Pick<Endpoint, 'imageResponse'>,
  { headers }: ApiEvent,
): void => {
  const destination = headers['sec-fetch-dest'];
  if (destination === undefined || ordinary.includes(destination)) return;
  if (destination === 'image' && imageResponse !== undefined) return;
  throw new DomainError('FORBIDDEN', `This is no ${destination === 'image' ? 'image' : 'part of a page'}.`);
};
