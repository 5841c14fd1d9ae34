import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import dynalite from 'dynalite';
import { z } from 'zod';

/*
 * dynalite in a thread of its own: an index row costs it as much as the item, and the second core has nothing else to
 * do. A thread and no process, because it ends with this one however that ends.
 */
const { path } = z.object({ path: z.string() }).parse(workerData);
const server = dynalite({ path, createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
parentPort?.postMessage({ port: typeof address === 'object' ? address?.port : undefined });

// The only message there is asks to close: answers under way are given, the store is flushed, the thread ends.
parentPort?.once('message', () => {
  server.close(() => process.exit(0));
  server.closeIdleConnections();
});
