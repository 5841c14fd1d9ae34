import {
  answerQuality,
  chooseCoding,
  compress,
  minCompressedBytes,
  type Coding,
} from '../lib/content-coding.ts';
import { deleteOldest } from '../lib/memory.ts';
import { bearerOf, type ApiEvent, type ApiMiddleware, type ApiResult } from './requests.ts';

const compressible = /^(text\/|application\/(json|atom\+xml|feed\+json))/;

/**
 * Returns true if compression cannot help an eavesdropper. The BREACH attack finds out a secret of an answer from the
 * length of the compressed answer, with text of the attacker in the same answer and many requests that the victim's
 * browser sends for another site. No answer to a read holds a credential, except the feed of Today its own address,
 * which one must know to ask for it. But answers hold what a reader reads, so requests that another site makes with the
 * reader's cookie get plain answers. Answers to writes are never compressed: one holds a new token beside its name.
 * Neither are errors, which may repeat the request.
 */
const isSafe = (event: ApiEvent): boolean =>
  event.headers['sec-fetch-site'] !== 'cross-site' || bearerOf(event) !== null;

const isCompressible = (event: ApiEvent, { statusCode, headers = {} }: ApiResult): boolean =>
  event.requestContext.http.method === 'GET' &&
  (statusCode === 200 || statusCode === 304) &&
  compressible.test(String(headers['content-type']));

const withVary = (answer: ApiResult): ApiResult => {
  const vary = [answer.headers?.['vary'], 'Accept-Encoding'].filter((name) => name !== undefined);
  return { ...answer, headers: { ...answer.headers, vary: vary.join(', ') } };
};

/** Characters. Shorter answers are not kept, because they would push out the long ones, whose compression takes longest. */
const minKeptLength = 64 * 1024;
/** The most compressed answers that are kept, some 100 KB each. */
const mostKept = 20;

/**
 * Creates the function that compresses a body to base64. It keeps the last large ones by their ETag. An ETag is a hash of the
 * body, so the same ETag has the same bytes, whoever asks.
 */
const createCompress = () => {
  const kept = new Map<string, string>();
  return async (coding: Coding, body: string, etag: unknown): Promise<string> => {
    const isKept = typeof etag === 'string' && body.length >= minKeptLength;
    const name = `${coding} ${String(etag)}`;
    const compressed =
      (isKept ? kept.get(name) : undefined) ??
      (await compress(coding, Buffer.from(body), answerQuality)).toString('base64');
    if (!isKept) return compressed;
    kept.delete(name);
    kept.set(name, compressed);
    deleteOldest(kept, mostKept);
    return compressed;
  };
};

/**
 * Compresses the text of successful reads as the client accepts it. Lambda takes bytes only in base64, which function
 * URLs decode.
 */
export const compressAnswers = (): ApiMiddleware => {
  const compressed = createCompress();
  return {
    after: async (request) => {
      const { event, response } = request;
      if (!response || !isCompressible(event, response)) return;
      const answer = withVary(response);
      request.response = answer;
      const coding = isSafe(event) ? chooseCoding(event.headers['accept-encoding']) : null;
      const { body } = answer;
      if (coding === null || body === undefined || answer.isBase64Encoded === true) return;
      if (Buffer.byteLength(body) < minCompressedBytes) return;
      request.response = {
        ...answer,
        headers: { ...answer.headers, 'content-encoding': coding },
        body: await compressed(coding, body, answer.headers?.['etag']),
        isBase64Encoded: true,
      };
    },
  };
};
