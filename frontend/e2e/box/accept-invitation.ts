import { createHash } from 'node:crypto';

/** A password that every reader of the tests has. */
export const PASSWORD = 'kettle under the seventh bridge';

/** Returns the digest that CloudFront asks of whoever sends a body. */
export const digestOf = (body: string | Uint8Array): string =>
  createHash('sha256').update(body).digest('hex');

/** Posts JSON to a deployment behind its distribution, as a page of it does. @throws Error for a status that is no success */
export const postTo = async (url: string, path: string, sent: object, cookie = ''): Promise<Response> => {
  const body = JSON.stringify(sent);
  const headers = {
    'content-type': 'application/json',
    'x-amz-content-sha256': digestOf(body),
    origin: url,
    cookie,
  };
  const answer = await fetch(new URL(path, url), { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
  return answer;
};

/** Lets a new reader in by the link of an invitation, and returns the cookie of the session. */
export const acceptInvitation = async (url: string, link: string, name: string): Promise<string> => {
  const code = link.split('#')[1] ?? '';
  const way = { kind: 'password', password: PASSWORD };
  const answer = await postTo(url, '/api/auth/invitation/accept', { code, name, way });
  const [cookie = ''] = answer.headers.getSetCookie();
  return cookie.split(';')[0] ?? '';
};
