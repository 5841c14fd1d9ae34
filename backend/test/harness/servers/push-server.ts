import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Received = { path: string; headers: Record<string, string | string[] | undefined>; body: Buffer };

/** What a server does with a message: answer with a status, or break the connection off after it was received. */
export type Answer = number | 'breaks off';

/** Starts a server on loopback that receives messages of channels, as ntfy, Telegram or a push service does. */
export const startPushServer = async () => {
  const received: (Received & { answer: Answer })[] = [];
  const state: { answers: () => Answer } = { answers: () => 200 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const answer = state.answers();
      const { url: path = '', headers } = request;
      received.push({ path, headers, body: Buffer.concat(chunks), answer });
      if (answer === 'breaks off') request.socket.destroy();
      else response.writeHead(answer, { connection: 'close' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    /** Decides about each message that comes from now on. */
    answer: (answers: () => Answer) => {
      state.answers = answers;
    },
    /** Returns the messages so far as JSON, and forgets them. */
    take: () => received.splice(0).map(({ body, ...rest }) => ({ ...rest, json: JSON.parse(String(body)) })),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export type PushServer = Awaited<ReturnType<typeof startPushServer>>;
