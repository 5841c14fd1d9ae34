// Asks a deployment at its address, as a page or a script does.
import { createHash } from 'node:crypto';

/** Milliseconds. The distribution itself waits 30 s for the API. */
const SLOWEST = 35_000;

/** Returns a function that sends a request and returns status, headers and text of the answer. A body is sent as JSON. */
export const createAsk =
  (address, stopping = new AbortController().signal) =>
  async (path, { method = 'GET', headers = {}, body } = {}) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    // CloudFront cannot hash a body, so whoever writes does: docs/scripts.md.
    const digest = createHash('sha256').update(text).digest('hex');
    const written = { 'x-amz-content-sha256': digest, 'content-type': 'application/json' };
    const answer = await fetch(new URL(path, address), {
      method,
      headers: method === 'GET' ? headers : { ...written, ...headers },
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(SLOWEST)]),
      ...(text === '' ? {} : { body: text }),
    });
    return {
      status: answer.status,
      headers: answer.headers,
      text: await answer.text(),
      what: `${method} ${path}`,
    };
  };

/** Returns an answer that has this status. Throws an error with the whole of the request and the beginning of the answer otherwise. */
export const withStatus = (status, answer) => {
  if (answer.status === status) return answer;
  throw new Error(`${answer.what} answers ${answer.status}, not ${status}: ${answer.text.slice(0, 300)}`);
};

/** Returns the JSON of an answer that has this status. */
export const jsonOf = (status, answer) => {
  const { text, what } = withStatus(status, answer);
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${what} answers no JSON: ${text.slice(0, 300)}`);
  }
};
