import { answerQuality, chooseCoding, compress, minCompressedBytes } from '../lib/content-coding.ts';
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

/**
 * Compresses the text of successful reads as the client accepts it. Lambda takes bytes only in base64, which function
 * URLs decode.
 */
export const compressAnswers = (): ApiMiddleware => ({
  after: async (request) => {
    const { event, response } = request;
    if (!response || !isCompressible(event, response)) return;
    const answer = withVary(response);
    request.response = answer;
    const coding = isSafe(event) ? chooseCoding(event.headers['accept-encoding']) : null;
    const { body } = answer;
    if (coding === null || body === undefined || answer.isBase64Encoded === true) return;
    const bytes = Buffer.from(body);
    if (bytes.length < minCompressedBytes) return;
    const compressed = await compress(coding, bytes, answerQuality);
    request.response = {
      ...answer,
      headers: { ...answer.headers, 'content-encoding': coding },
      body: compressed.toString('base64'),
      isBase64Encoded: true,
    };
  },
});
