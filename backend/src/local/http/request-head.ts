import type { IncomingMessage } from 'node:http';

/**
 * The largest request line and headers that are read, in bytes: as much as a body. So a query of a million characters, each
 * percent-encoded, reaches the contract, which says what is wrong with it.
 */
export const maxRequestHeadBytes = 4 * 1024 * 1024;
/** The largest path and headers, in bytes: Node's own default for the whole. Only what follows the path may be longer. */
const maxPathAndHeaderBytes = 16 * 1024;

/** Checks whether the path and the headers of a request, without its query string, are too large. */
export const isTooLarge = ({
  url = '',
  rawHeaders,
}: Pick<IncomingMessage, 'url' | 'rawHeaders'>): boolean => {
  const mark = url.indexOf('?');
  const path = mark === -1 ? url.length : mark;
  return rawHeaders.reduce((bytes, text) => bytes + text.length, path) > maxPathAndHeaderBytes;
};
