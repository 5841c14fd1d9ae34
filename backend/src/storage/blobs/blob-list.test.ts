import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { createFileBlobStore } from './blob-files.ts';
import { createS3BlobStore } from './blob-s3.ts';

describe('a listing of blobs', () => {
  it('contains exactly the keys of one folder, unchanged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'omomi-blobs-'));
    const blobs = createFileBlobStore(folder);
    const keys = ['saved/anna/1-2', 'saved/anna/a.b c%', 'saved/anna.b/1', 'saved/annabel/1'];
    for (const key of keys) await blobs.put(key, Buffer.from(key));
    expect((await blobs.list('saved/anna/')).toSorted()).toEqual(keys.slice(0, 2));
    expect(await blobs.list('saved/ben/')).toEqual([]);
    for (const key of await blobs.list('saved/anna/')) await blobs.delete(key);
    expect(await blobs.list('saved/anna/')).toEqual([]);
    expect(await blobs.list('saved/annabel/')).toEqual(['saved/annabel/1']);
    await rm(folder, { recursive: true });
  });

  it('reads all pages of a bucket', async () => {
    const asked: URLSearchParams[] = [];
    const server = createServer((request, response) => {
      const query = new URL(request.url ?? '/', 'http://bucket').searchParams;
      asked.push(query);
      const isFirst = !query.has('continuation-token');
      const contents = (isFirst ? ['saved/anna/1', 'saved/anna/2'] : ['saved/anna/3'])
        .map((key) => `<Contents><Key>${key}</Key></Contents>`)
        .join('');
      response.writeHead(200, { 'content-type': 'application/xml' });
      response.end(
        `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${contents}` +
          `${isFirst ? '<IsTruncated>true</IsTruncated><NextContinuationToken>next</NextContinuationToken>' : ''}` +
          '</ListBucketResult>',
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = new S3Client({
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region: 'eu-central-1',
      forcePathStyle: true,
      credentials: { accessKeyId: 'x', secretAccessKey: 'y' },
    });
    expect(await createS3BlobStore(client, 'bucket').list('saved/anna/')).toEqual([
      'saved/anna/1',
      'saved/anna/2',
      'saved/anna/3',
    ]);
    expect(asked.map((query) => query.get('prefix'))).toEqual(['saved/anna/', 'saved/anna/']);
    expect(asked[1]?.get('continuation-token')).toBe('next');
    client.destroy();
    server.close();
  });
});
