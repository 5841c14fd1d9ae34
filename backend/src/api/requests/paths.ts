import { endpoints } from '../../contract/index.ts';
import type { Endpoint, Method } from '../../contract/index.ts';
import { DomainError } from '../../lib/domain-error.ts';

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
