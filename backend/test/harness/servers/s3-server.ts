import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A store on loopback that speaks as much of S3 as backups need, two names a page. It refuses what is not signed, or is not what its checksum says. */
export const startS3Server = async () => {
  const objects = new Map<string, Buffer>();
  const faults: ('cut' | 'page' | number)[] = [];

  const list = (bucket: string, { searchParams }: URL): string => {
    const start = `${bucket}/${searchParams.get('prefix') ?? ''}`;
    const after = searchParams.get('continuation-token') ?? '';
    const names = [...objects.keys()].filter((name) => name.startsWith(start) && name > after).toSorted();
    const contents = names
      .slice(0, 2)
      .map((name) => `<Contents><Key>${name.slice(bucket.length + 1)}</Key></Contents>`);
    const next = names.length > 2 ? `<NextContinuationToken>${names[1]}</NextContinuationToken>` : '';
    return `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${next}</ListBucketResult>`;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://s3');
    const name = decodeURIComponent(url.pathname.slice(1));
    const [bucket = '', ...key] = name.split('/');
    const fault = faults.shift();
    if (fault === 'cut') return void request.socket.destroy();
    const body = await buffer(request);
    if (fault === 'page') return void response.end('<html>Welcome</html>');
    const fail = (status: number, code: string) =>
      response.writeHead(status).end(`<Error><Code>${code}</Code><Message>No ${code}</Message></Error>`);
    if (fault !== undefined) return void fail(fault, `Fault${fault}`);
    if (request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/') !== true)
      return void fail(403, 'AccessDenied');
    if (bucket !== 'backups') return void fail(404, 'NoSuchBucket');
    if (request.method === 'PUT') {
      const checksum = createHash('sha256').update(body).digest('base64');
      if (request.headers['x-amz-checksum-sha256'] !== checksum) return void fail(400, 'BadDigest');
      objects.set(name, body);
      return void response.end();
    }
    if (request.method === 'DELETE') {
      objects.delete(name);
      return void response.writeHead(204).end();
    }
    if (key.join('') === '') return void response.end(list(bucket, url));
    const object = objects.get(name);
    if (object === undefined) return void fail(404, 'NoSuchKey');
    return void response.setHeader('content-length', object.length).end(object);
  };

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The objects by bucket and key. */
    objects,
    /** How the next requests are answered: by an error of a status, by a page, or by the end of the connection. */
    faults,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
