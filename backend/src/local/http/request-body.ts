import type { IncomingMessage } from 'node:http';

/** A little above the largest body of the API, 4 MB of OPML, so that the api itself judges what is near its limit. */
export const maxBodyBytes = 4 * 1024 * 1024 + 64 * 1024;
/** What is read only to be thrown away before a connection is cut. */
const maxDiscardedBytes = 64 * 1024 * 1024;
const maxDiscardMilliseconds = 5000;

const isDeclaredTooLarge = (request: IncomingMessage): boolean =>
  Number(request.headers['content-length'] ?? 0) > maxBodyBytes;

/** Whether the client waits for a "100 Continue" that it will not get, and so sends no body to be thrown away. */
export const isHeldBack = (request: IncomingMessage): boolean =>
  request.headers.expect?.toLowerCase() === '100-continue' && isDeclaredTooLarge(request);

/** The whole body, or the news that it is too large. Rejects when the client goes away. */
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

/** Reads the rest of a body away; cuts the connection where it is endless or slow. */
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
