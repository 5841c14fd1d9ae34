import { expect, it } from 'vitest';
import { functionUrlEvent, lambdaContext } from '../../test/harness/api/function-url-event.ts';
import { ORIGIN_HEADER } from '../config/client-paths.ts';
import { onlyFromDistribution } from './from-distribution.ts';

const secret = 'the secret of the distribution';
const answer = () => Promise.resolve({ statusCode: 200 });
const statusFor = async (expected: string | undefined, shown: string | undefined) =>
  (
    await onlyFromDistribution(expected, answer)(
      functionUrlEvent({ path: '/reader/api/0/token', headers: { [ORIGIN_HEADER]: shown } }),
      lambdaContext(),
    )
  ).statusCode;

it('answers who shows the secret', async () => {
  expect(await statusFor(secret, secret)).toBe(200);
});

it.each([undefined, '', 'the secret', `${secret} `, 'THE SECRET OF THE DISTRIBUTION'])(
  'refuses who shows %j',
  async (shown) => {
    expect(await statusFor(secret, shown)).toBe(403);
  },
);

it.each([undefined, '', 'undefined'])(
  'refuses everybody without a secret of its own, who shows %j too',
  async (shown) => {
    expect(await statusFor(undefined, shown)).toBe(403);
  },
);
