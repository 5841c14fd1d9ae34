import { describe, expect, it } from 'vitest';
import { texts } from '../../../test/texts.ts';

describe('what Today says of the articles that it leaves out', () => {
  it.each([
    {
      left: [0, 0, 143],
      en: 'The other 143 can wait.',
      ja: '残りの143件は後でもかまいません。',
      de: 'Die anderen 143 können warten.',
    },
    {
      left: [2, 5, 1_430],
      en: 'Also since then: 2 must read, 5 worth a look. The other 1,430 can wait.',
      ja: 'ほかに必読2件、注目5件があります。残りの1,430件は後でもかまいません。',
      de: 'Seither außerdem: 2 unbedingt zu lesen, 5 einen Blick wert. Die anderen 1.430 können warten.',
    },
    {
      left: [0, 0, 1],
      en: 'The other one can wait.',
      ja: '残りの1件は後でもかまいません。',
      de: 'Der eine andere kann warten.',
    },
    {
      left: [0, 1, 0],
      en: 'Also since then: 1 worth a look.',
      ja: 'ほかに注目1件があります。',
      de: 'Seither außerdem: 1 einen Blick wert.',
    },
    {
      left: [0, 0, 0],
      en: 'That is everything since then.',
      ja: '届いた話題はこれですべてです。',
      de: 'Das ist alles seither.',
    },
    {
      left: [476, 2, 109],
      hasMore: true,
      en: 'Also since then: at least 476 must read, 2 worth a look. All others can wait.',
      ja: 'ほかに必読476件以上、注目2件以上があります。残りは後でもかまいません。',
      de: 'Seither außerdem: mindestens 476 unbedingt zu lesen, 2 einen Blick wert. Alle weiteren können warten.',
    },
    {
      left: [0, 0, 0],
      hasMore: true,
      en: 'There are more.',
      ja: 'このほかにも届いています。',
      de: 'Es gibt noch mehr.',
    },
  ])(
    'names the tiers that have any: $en',
    ({ left: [must_read = 0, worth_a_look = 0, rest = 0], hasMore: has_more = false, en, ja, de }) => {
      const counts = { must_read, worth_a_look, rest, has_more };
      expect(texts.today.en.leftOut(counts)).toBe(en);
      expect(texts.today.ja.leftOut(counts)).toBe(ja);
      expect(texts.today.de.leftOut(counts)).toBe(de);
    },
  );
});
