import { errorTable } from '../../contract/index.ts';
import type { Endpoint, ErrorCode } from '../../contract/index.ts';

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorTable, code);

/** Returns every code that an endpoint may answer with, in the order of the contract's table. */
export const errorCodesOf = (endpoint: Endpoint): ErrorCode[] => {
  const isWrite = endpoint.method !== 'GET';
  const possible = new Set<ErrorCode>([
    ...endpoint.errors,
    'HOST_REFUSED',
    // For a request to show or run the answer in a page, for a token where none is accepted, and for an endpoint of the
    // owner.
    'FORBIDDEN',
    'PAYLOAD_TOO_LARGE',
    'INTERNAL',
    'STORAGE_DAMAGED',
    'BUSY',
    'STORAGE_BUSY',
    'STORAGE_FULL',
  ]);
  if (isWrite) possible.add('ORIGIN_REFUSED');
  if (endpoint.access !== 'public') possible.add('UNAUTHENTICATED');
  // Requests without sign-in are limited at every endpoint except public ones without a limit.
  if (endpoint.limit !== 'none' || endpoint.access !== 'public') possible.add('RATE_LIMITED');
  if (endpoint.params !== undefined) possible.add('NOT_FOUND');
  if (endpoint.query !== undefined || endpoint.body !== undefined) possible.add('VALIDATION_FAILED');
  if (endpoint.body !== undefined) possible.add('INVALID_JSON');
  return Object.keys(errorTable)
    .filter(isErrorCode)
    .filter((code) => possible.has(code));
};
