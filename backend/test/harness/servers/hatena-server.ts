import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (links: string[], response: ServerResponse) => void;

/**
 * Starts an imitation of Hatena Bookmark's count/entries on loopback. It takes `url` parameters and returns an object
 * that maps links to counts, or status 414 for more than 50 links.
 */
export const startHatena = async () => {
  const counts = new Map<string, number>();
  const calls: string[][] = [];
  const correct: Answer = (links, response) => {
    if (links.length > 50) {
      response.writeHead(414).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(Object.fromEntries(links.map((link) => [link, counts.get(link) ?? 0]))));
  };
  let answer = correct;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname !== '/count/entries') {
      response.writeHead(404).end();
      return;
    }
    const links = url.searchParams.getAll('url');
    calls.push(links);
    answer(links, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/count/entries`,
    host: `127.0.0.1:${port}`,
    counts,
    /** Returns the requests since the last call. */
    take: () => calls.splice(0),
    /** Sets how the server answers from now on; undefined restores the correct answers. */
    setAnswer: (given: Answer | undefined) => {
      answer = given ?? correct;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export const withStatus =
  (status: number, text = ''): Answer =>
  (_links, response) => {
    response.writeHead(status).end(text);
  };
