import { askedOfList, askedOfObject } from './calls.ts';
import type { Answer, Call, Service } from './service.ts';

const xml = (status: number, body: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
});
const failed = (status: number, code: string): Answer =>
  xml(status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);

/** Returns the bucket and the key in the path of a request; the key is empty for the bucket itself. */
const placeOf = ({ url }: Call): { bucket: string; key: string } => {
  const [, bucket = '', ...rest] = url.pathname.split('/');
  return { bucket, key: decodeURIComponent(rest.join('/')) };
};

const listed = (objects: ReadonlyMap<string, Buffer>, bucket: string, prefix: string): Answer => {
  const keys = [...objects.keys()]
    .filter((place) => place.startsWith(`${bucket}/${prefix}`))
    .map((place) => place.slice(bucket.length + 1));
  const contents = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  return xml(
    200,
    `<ListBucketResult><IsTruncated>false</IsTruncated><KeyCount>${keys.length}</KeyCount>${contents}</ListBucketResult>`,
  );
};

/**
 * Creates S3 with objects in memory, by bucket and key: putting, getting, asking for the size, deleting, listing by a prefix in one
 * page. `objects` has them by `<bucket>/<key>`.
 */
export const createS3 = (objects: Map<string, Buffer>) => {
  const service: Service = {
    asks: (call) => {
      const { bucket, key } = placeOf(call);
      return key === ''
        ? [askedOfList(bucket, call.url.searchParams.get('prefix') ?? '')]
        : [askedOfObject(call.method, bucket, key)];
    },
    answer: (call, isAllowed) => {
      const { bucket, key } = placeOf(call);
      if (key === '') return listed(objects, bucket, call.url.searchParams.get('prefix') ?? '');
      const place = `${bucket}/${key}`;
      if (call.method === 'PUT') {
        objects.set(place, call.body);
        return { status: 200, headers: { etag: '"0"' } };
      }
      if (call.method === 'DELETE') {
        objects.delete(place);
        return { status: 204 };
      }
      const object = objects.get(place);
      if (call.method === 'HEAD') {
        const missing = isAllowed(askedOfList(bucket)) ? 404 : 403;
        return object === undefined
          ? { status: missing }
          : { status: 200, headers: { 'content-length': String(object.length) } };
      }
      if (object !== undefined) return { status: 200, body: object };
      return isAllowed(askedOfList(bucket)) ? failed(404, 'NoSuchKey') : failed(403, 'AccessDenied');
    },
    refuse: () => failed(403, 'AccessDenied'),
  };
  return service;
};
