import type { Endpoint } from '../contract/index.ts';
import { ApiError } from './api-error.ts';
import type { ApiEvent } from './http.ts';

/** What a script and the address bar ask for. */
const ordinary = ['empty', 'document'];

/**
 * Refuses what a browser asks for to show or run it in a page: an article's images may name an address of this API, and
 * would spend its reader's limit. Throws ApiError FORBIDDEN. Clients that are no browsers do not say.
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
