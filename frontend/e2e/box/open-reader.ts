import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import type { SuiteBox } from './suite-box.ts';
import { acceptInvitation, digestOf, postTo } from './accept-invitation.ts';

const invitation = z.object({ path: z.string() });

/** Sends a request to the deployment as a browser that is signed in sends it there. */
const handOn = async (
  from: IncomingMessage,
  to: ServerResponse,
  { url, own, cookie }: { url: string; own: string; cookie: string },
): Promise<void> => {
  const body = await buffer(from);
  const headers: Record<string, string | string[] | undefined> = { ...from.headers, cookie };
  const { host } = new URL(url);
  headers['host'] = host;
  if (headers['origin'] === own) headers['origin'] = url;
  if (typeof headers['referer'] === 'string') headers['referer'] = headers['referer'].replace(own, url);
  // A test that asks by itself does not send the digest. A page has to.
  if (headers['origin'] === undefined && from.method !== 'GET')
    Object.assign(headers, { origin: url, 'x-amz-content-sha256': digestOf(body) });
  const sent = request(new URL(from.url ?? '/', url), { method: from.method, headers, agent: false });
  sent.on('error', () => to.destroy());
  sent.on('response', (answer) => {
    const { 'set-cookie': _, ...kept } = answer.headers;
    to.writeHead(answer.statusCode ?? 502, kept);
    answer.pipe(to);
  });
  sent.end(body);
};

/**
 * Lets a new reader into the deployment in the box, and opens an address of this machine at which its pages and its API answer this
 * reader, as a local runner answers its only one.
 */
export const openReader = async (box: SuiteBox) => {
  const invited = await postTo(box.url, '/api/owner/invitations', {}, box.owner);
  const { path } = invitation.parse(await invited.json());
  const cookie = await acceptInvitation(box.url, path, `Reader ${randomUUID().slice(0, 8)}`);
  let own = '';
  const server = createServer((from, to) => void handOn(from, to, { url: box.url, own, cookie }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address === 'object' && address !== null) own = `http://127.0.0.1:${address.port}`;
  return {
    origin: own,
    pid: 0,
    stop: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
    },
  };
};
