import { describe, expect, it } from 'vitest';
import { parseFeed } from '../parse-feed.ts';
import { boundLeaves } from '../xml/bound-leaves.ts';
import { boundTags, MAX_CATEGORY } from './item-fields.ts';

const long = 'x'.repeat(400_000);
const cut = 'x'.repeat(MAX_CATEGORY);
const item = (inner: string) =>
  `<rss><channel><item><guid>1</guid>${inner}<title>T</title></item></channel></rss>`;

describe('categories', () => {
  it.each([
    ['an element', `<category>${long}</category>`, `<category>${cut}</category>`],
    ['CDATA', `<category><![CDATA[${long}]]></category>`, `<category><![CDATA[${cut}]]></category>`],
    ['Dublin Core', `<dc:subject>${long}</dc:subject>`, `<dc:subject>${cut}</dc:subject>`],
    ['iTunes', `<itunes:keywords>${long}</itunes:keywords>`, `<itunes:keywords>${cut}</itunes:keywords>`],
    ['Atom', `<category term="${long}" label="x"/>`, '<category/>'],
    ['an open tag', `<Category domain="${long}">${long}</Category>`, `<Category>${cut}</Category>`],
  ])('are cut to 100 characters before a parser gets them: %s', (_, written, bounded) => {
    expect(boundLeaves(item(written)).length).toBe(item(bounded).length);
    expect(boundLeaves(item(written))).toBe(item(bounded));
  });

  it.each([
    `<category>${cut}</category>`,
    '<category domain="https://a.example/tags">Politics</category>',
    '<category term="politics" label="Politics"/>',
    `<description><category>${long}</category><category term="${long}"/></description>`,
  ])('are left as they are within the limit, and within a description: %.60s', (written) => {
    expect(boundLeaves(item(written)) === item(written)).toBe(true);
  });

  it('are cut to 100 characters before a parser gets them: JSON', () => {
    const tags = [long, 'short', 7];
    expect(boundTags({ id: '1', tags })).toEqual({ id: '1', tags: [cut, 'short', 7] });
    for (const other of [null, 'x', [tags], { id: '1' }, { tags: long }])
      expect(boundTags(other)).toBe(other);
  });

  it.each([
    item(`<category term="${long}"/><category>${long}</category>`),
    `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><title>T</title><category term="${long}"/></entry></feed>`,
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      items: [{ id: '1', title: 'T', tags: [long] }],
    }),
  ])('of 400,000 characters leave their item as it is: %.20s', async (document) => {
    const { items, left_out } = await parseFeed(new TextEncoder().encode(document), null);
    expect(items).toMatchObject([{ guid: '1', title: 'T' }]);
    expect(left_out).toEqual([]);
  });
});
