import type { ApiEvent } from './http.ts';

const FOLDERS = '/api/folders/';

/**
 * Encodes the slashes of a folder's name in the path again. Some services that stand before a function decode the path,
 * and no route would match a name with a slash, which folders of an OPML document within others have.
 */
export const encodeFolderName = (event: ApiEvent): void => {
  const { http } = event.requestContext;
  const name = http.path.slice(FOLDERS.length).replace(/\/$/, '');
  if (!http.path.startsWith(FOLDERS) || !name.includes('/')) return;
  const path = `${FOLDERS}${name.replaceAll('/', '%2F')}`;
  http.path = path;
  event.rawPath = path;
};
