import type { Endpoint } from '../../contract/index.ts';
import { ApiError } from '../requests/api-error.ts';
import type { ApiEvent } from '../requests/http.ts';

/** The destinations of requests from a script and from the address bar. */
const ordinary = ['empty', 'document'];

/**
 * Refuses requests that a browser makes to show or run the answer in a page: an image in an article could point to this
 * API and use up the reader's rate limit. Clients other than browsers do not send the header and pass. Throws ApiError
 * FORBIDDEN.
 */
export const checkDestination = (
  { imageResponse }: Pick<Endpoint, 'imageResponse'>,
  { headers }: ApiEvent,
): void => {
  const destination = headers['sec-fetch-dest'];
  if (destination === undefined || ordinary.includes(destination)) return;
  if (destination === 'image' && imageResponse !== undefined) return;
  throw new ApiError('FORBIDDEN', `This is no ${destination === 'image' ? 'image' : 'part of a page'}.`);
};
