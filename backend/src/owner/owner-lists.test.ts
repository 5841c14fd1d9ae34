import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownedAddress } from './owner-lists.ts';

const digest = (of: string): string => createHash('sha256').update(of).digest('hex');

describe('the address of a feed, as the owner sees it', () => {
  it('hides passwords, tokens and keys, and tells feeds apart that differ in them alone', () => {
    const address = fc.constantFrom<((secret: string) => string)[]>(
      (secret) => `https://anna:${secret}@feeds.example/a.xml`,
      (secret) => `https://feeds.example/a.xml?token=${secret}`,
      (secret) => `https://feeds.example/private/${secret}/a.xml`,
      (secret) => `https://feeds.example/${secret}.xml`,
    );
    fc.assert(
      fc.property(address, fc.nat(), fc.nat(), (addressOf, one, other) => {
        fc.pre(one !== other);
        const [first, second] = [one, other].map((seed) => {
          const secret = digest(String(seed)).slice(0, 32);
          const url = addressOf(secret);
          const shown = ownedAddress({ feed_id: digest(url).slice(0, 16), url });
          expect(shown).not.toContain(secret);
          expect(shown).toContain('feeds.example');
          return shown;
        });
        expect(first).not.toBe(second);
      }),
    );
  });

  it('is left as it is if it has no secret', () => {
    const url = 'https://feeds.example/technology-news-2026.xml';
    expect(ownedAddress({ feed_id: '0123456789abcdef', url })).toBe(url);
  });
});
