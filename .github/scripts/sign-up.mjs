// Accepts an invitation as a new reader, with a password that nobody keeps, and prints an API token that may write.
//
//   sign-up.mjs <the link that `npm run invite` prints>
import { randomBytes } from 'node:crypto';
import { createAsk, jsonOf, withStatus } from './ask-deployment.mjs';

const { origin, hash } = new URL(process.argv[2]);
const ask = createAsk(origin);
const way = { kind: 'password', password: randomBytes(32).toString('base64url') };
const name = `smoke-${randomBytes(4).toString('hex')}`;
const accepted = withStatus(
  200,
  await ask('/api/auth/invitation/accept', { method: 'POST', body: { code: hash.slice(1), name, way } }),
);
const cookie = accepted.headers
  .getSetCookie()
  .map((set) => set.split(';')[0])
  .join('; ');
// With a cookie the API takes writes from its own page alone, which names its origin.
const asPage = { method: 'POST', headers: { cookie, origin } };
const { token } = jsonOf(
  201,
  await ask('/api/tokens', { ...asPage, body: { name: 'Smoke run', scope: 'write' } }),
);
console.log(token);
