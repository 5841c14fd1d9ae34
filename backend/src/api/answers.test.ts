import { describe, expect, it } from 'vitest';
import { expectError, setUpApi } from '../../test/harness/api/api-client.ts';
import { sampleRequest, sampleResponses } from '../../test/harness/api/api-samples.ts';

const request = sampleRequest('getFeedIcon');
const { bytes, content_type } = sampleResponses.getFeedIcon;
const ask = (ifNoneMatch?: string) =>
  setUpApi().send({ ...request, headers: { 'if-none-match': ifNoneMatch } });

describe('an answer that is an image', () => {
  it('has its type and a strong ETag, and only the reader’s browser may cache it', async () => {
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(Buffer.from(answer.text, 'base64')).toEqual(Buffer.from(bytes));
    expect(answer.headers).toMatchObject({
      'content-type': content_type,
      etag: '"01234567"',
      'cache-control': 'private, max-age=604800',
    });
  });

  it('runs no script and has a fixed type, even when opened directly', async () => {
    const { headers } = await ask();
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  it.each(['"01234567"', 'W/"01234567"', '"other", "01234567"', '*'])(
    'is not sent again to a browser that has %s',
    async (tag) => {
      const answer = await ask(tag);
      expect(answer.status).toBe(304);
      expect(answer.text).toBe('');
      expect(answer.headers).toMatchObject({ etag: '"01234567"', 'content-type': content_type });
    },
  );

  it.each(['"76543210"', '01234567', ''])('is sent to a browser that has %j', async (tag) => {
    expect((await ask(tag)).status).toBe(200);
  });

  it.each([
    null,
    { bytes, content_type: 'text/html', hash: '01234567' },
    { bytes: 'text', content_type, hash: '01234567' },
    { bytes, content_type },
  ])('is an internal error if the use case answers with %j', async (wrong) => {
    const { send } = setUpApi({}, () => wrong);
    const answer = await send(request);
    expect(answer.status).toBe(500);
    expectError(answer, 'INTERNAL');
  });
});
