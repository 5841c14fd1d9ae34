import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** A little more than the API's largest body, 4 MB of OPML, so that the API itself refuses a body just above it. */
export const maxBodyBytes = 4 * 1024 * 1024 + 64 * 1024;
/** Limits on reading the rest of a body that nobody needs; beyond them, the connection is closed. */
const maxDiscardedBytes = 64 * 1024 * 1024;
const maxDiscardMilliseconds = 5000;

const isDeclaredTooLarge = (request: IncomingMessage): boolean =>
  Number(request.headers['content-length'] ?? 0) > maxBodyBytes;

/** Checks whether the client sends no body because it waits for "100 Continue", which a body too large does not get. */
export const isHeldBack = (request: IncomingMessage): boolean =>
  request.headers.expect?.toLowerCase() === '100-continue' && isDeclaredTooLarge(request);

/** Returns the whole body, or 'too large'. Rejects if the client closes the connection. */
export const readBody = (request: IncomingMessage): Promise<Buffer | 'too large'> =>
  new Promise((resolve, reject) => {
    if (isDeclaredTooLarge(request)) {
      resolve('too large');
      return;
    }
    const chunks: Buffer[] = [];
    let bytes = 0;
    const take = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBodyBytes) {
        chunks.push(chunk);
        return;
      }
      request.off('data', take).pause();
      resolve('too large');
    };
    request.on('data', take);
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
    request.once('close', () => reject(new Error('the client went away')));
  });

/** Reads and discards the rest of a body; closes the connection if the rest is too large or too slow. */
export const discardBody = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    let bytes = 0;
    const timer = setTimeout(() => request.destroy(), maxDiscardMilliseconds);
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxDiscardedBytes) request.destroy();
    });
    request.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    request.once('end', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Reads and discards what a client still sends after it was refused, for five seconds at most. A connection that is closed
 * with unread bytes is reset, and the client loses the answer.
 */
export const discardRest = (socket: Socket): void => {
  const timer = setTimeout(() => socket.destroy(), maxDiscardMilliseconds);
  socket.once('close', () => clearTimeout(timer));
  socket.resume();
};
