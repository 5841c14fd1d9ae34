import { endpoints, type Endpoint, type Method } from '../../contract/index.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { ApiEvent } from './http.ts';

const segmentsOf = (path: string) => path.replace(/\/$/, '').split('/');

const matches = (endpoint: Endpoint, path: string): boolean => {
  const pattern = segmentsOf(endpoint.path);
  const segments = segmentsOf(path);
  if (pattern.length !== segments.length) return false;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (expected.startsWith('{')) params[expected.slice(1, -1)] = segment;
    else if (expected !== segment) return false;
  }
  return endpoint.params === undefined || endpoint.params.safeParse(params).success;
};

/** Returns the methods that a path supports, sorted; none for a path, or an id in it, that cannot exist. */
export const methodsOf = (path: string): Method[] => {
  const methods = Object.values(endpoints)
    .filter((endpoint) => matches(endpoint, path))
    .map((endpoint) => endpoint.method);
  return [...new Set(methods)].toSorted();
};

/** Returns the error for a path and method that are not supported: METHOD_NOT_ALLOWED, or NOT_FOUND. */
export const pathRefusal = (path: string): DomainError => {
  const methods = methodsOf(path);
  if (methods.length === 0) return new DomainError('NOT_FOUND', 'There is nothing at this address.');
  return new DomainError(
    'METHOD_NOT_ALLOWED',
    `This address is served with ${methods.join(', ')} only.`,
    { allowed: methods },
    { headers: { allow: methods.join(', ') } },
  );
};

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
