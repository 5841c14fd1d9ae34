import { createECDH } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/harness/property-runs.ts';
import { anyCharacter } from '../../test/harness/samples/any-character.ts';
import {
  decryptPush,
  newSubscription,
  verifiedClaims,
} from '../../test/harness/servers/push-subscription.ts';
import { encryptPush, MOST_PUSH_BYTES, pushKeyOf, pushRequest } from './web-push.ts';

const keysOf = (privateKey: string) => {
  const keys = createECDH('prime256v1');
  keys.setPrivateKey(privateKey, 'base64url');
  return keys;
};

/** The example of RFC 8291, appendix A. */
const example = {
  text: 'When I grow up, I want to be a watermelon',
  own: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  theirs: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

describe('a push message', () => {
  it('is encrypted as RFC 8291 shows, and decrypted by what these tests decrypt with', () => {
    const made = encryptPush(Buffer.from(example.text), example, {
      own: keysOf(example.own),
      salt: Buffer.from(example.salt, 'base64url'),
    });
    expect(made.toString('base64url')).toBe(example.body);
    const body = Buffer.from(example.body, 'base64url');
    const auth = Buffer.from(example.auth, 'base64url');
    expect(decryptPush(body, keysOf(example.theirs), auth)).toBe(example.text);
  });

  it('of any text is read by the browser alone, fits a record, and is different each time', () => {
    const { channel, read } = newSubscription('https://push.example/one');
    const signer = { secret: 'a secret', now: new Date('2026-03-01T08:00:00.000Z') };
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
        const [one, other] = [1, 2].map(() => pushRequest(channel, { text }, signer).body as Buffer) as [
          Buffer,
          Buffer,
        ];
        expect(read(one)).toEqual({ text });
        expect(one.length).toBeLessThan(4096);
        expect(one.equals(other)).toBe(false);
        expect(() => newSubscription('https://push.example/two').read(one)).toThrow('authenticate');
      }),
      { numRuns: runs(100) },
    );
    const most = Buffer.alloc(MOST_PUSH_BYTES, 'a');
    expect(encryptPush(most, channel)).toHaveLength(4096);
  });

  it('is signed for its push service by the key that the browser subscribed with, for half a day', () => {
    const now = new Date('2026-03-01T08:00:00.000Z');
    const { channel } = newSubscription('https://push.example:8443/one?two');
    const { headers = {} } = pushRequest(channel, {}, { secret: 'a secret', now });
    const claims = verifiedClaims(headers['authorization'] ?? '', pushKeyOf('a secret'));
    expect(claims).toMatchObject({
      aud: 'https://push.example:8443',
      exp: now.getTime() / 1000 + 12 * 3600,
      sub: expect.stringMatching(/^https:/),
    });
    expect(pushKeyOf('a secret')).not.toBe(pushKeyOf('another'));
    expect(() => verifiedClaims(headers['authorization'] ?? '', pushKeyOf('another'))).toThrow(
      'not of this key',
    );
  });
});
