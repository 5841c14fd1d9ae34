import fc from 'fast-check';
import { expect, it } from 'vitest';
import { leadOf } from './morning-mail.ts';
import { runs } from '../../test/harness/property-runs.ts';

it.each([
  [
    'without headings, captions and credits',
    '<h2>News of the day.</h2><figure><img src="a.png"><figcaption>A ferry in the rain at noon.</figcaption></figure><p>© Ann Able</p><p>(Image: Ann Able / Getty Images)</p><p>The ferry did not sail. Nobody was told. It rained.</p>',
    'The ferry did not sail. Nobody was told.',
  ],
  [
    'over the ends of paragraphs',
    '<p>The ferry did not sail.</p><p>Nobody was told. It rained.</p>',
    'The ferry did not sail. Nobody was told.',
  ],
  [
    'past abbreviations',
    '<p>Rep. Able of the U.S. House left on Nov. 5 by ferry. Nobody was told. It rained.</p>',
    'Rep. Able of the U.S. House left on Nov. 5 by ferry. Nobody was told.',
  ],
  [
    'past the days of German dates',
    '<p>Am 12. Bis 13. September fährt die Fähre nicht. Es regnet. Leider.</p>',
    'Am 12. Bis 13. September fährt die Fähre nicht. Es regnet.',
  ],
  [
    'of Japanese',
    '<p>雨の朝で、船は出なかった。誰も聞いていない。次の日も雨だった。</p>',
    '雨の朝で、船は出なかった。誰も聞いていない。',
  ],
  ['of what there is, where no line is a sentence', '<p>Ferry</p><p>Rain</p>', 'Ferry Rain'],
  ['of nothing', '<img src="a.png">', ''],
])('the lead has two sentences %s', (_, html, lead) => {
  expect(leadOf(html)).toBe(lead);
});

it('the lead is of words that the article has, in their order, and short', () => {
  const word = fc.stringMatching(/^[A-Z]?[a-z]{1,9}[.,!]?$/);
  const blocks = fc.array(
    fc.tuple(fc.constantFrom('p', 'h2', 'li', 'figcaption'), fc.array(word, { maxLength: 60 })),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(blocks, (parts) => {
      const lead = leadOf(parts.map(([name, words]) => `<${name}>${words.join(' ')}</${name}>`).join(''));
      const words = parts.flatMap(([, each]) => each);
      let at = 0;
      for (const one of lead
        .replace(/…$/, '')
        .split(' ')
        .filter((text) => text !== '')) {
        const next = words.findIndex((text, index) => index >= at && text.startsWith(one));
        expect(next).toBeGreaterThanOrEqual(at);
        at = next + 1;
      }
      expect(lead.length).toBeLessThanOrEqual(401);
    }),
    { numRuns: runs(200) },
  );
});
