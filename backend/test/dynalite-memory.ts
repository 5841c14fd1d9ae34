import { once } from 'node:events';
import dynalite from 'dynalite';
import { testClient, type TestEngine } from './dynamodb-local.ts';

/** Starts dynalite in this process, in memory, on a free port of loopback. */
export const startDynalite = async (): Promise<TestEngine> => {
  const server = dynalite({ createTableMs: 0, deleteTableMs: 0 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const client = testClient(`http://127.0.0.1:${port}`);
  return {
    client,
    close: async () => {
      client.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
};
