import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHmac } from 'node:crypto';
import { parseFeed } from '../parser/parse-feed.ts';
import { pageToFeed } from '../parser/listing/page-to-feed.ts';
import { findHub } from './ask-hub.ts';
import { signatureOf } from './answer-hub.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const feed = { url: 'https://site.example/feed#part' };
const at = (link?: string) => ({
  url: 'https://site.example/moved/feed',
  headers: link === undefined ? {} : { link },
});
const HUB = 'https://hub.example/';
const named = { hub_url: HUB, topic_url: 'https://site.example/own' };
const links = '<link rel="hub" href="https://hub.example/"/><link rel="self" href="/own"/>';

describe('the hub of a document', () => {
  const find = async (document: string, link?: string) =>
    findHub(feed, at(link), await parseFeed(bytes(document), null));
  const rss = (inside: string) =>
    `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>T</title>${inside}<item><title>One</title><link>https://site.example/1</link></item></channel></rss>`;
  const none = rss('');

  it('is named by links of Atom and of RSS, and by the hubs of JSON Feed', async () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title>${links}<entry><id>1</id><title>One</title><link href="https://site.example/1"/></entry></feed>`;
    expect(await find(atom)).toEqual(named);
    expect(await find(rss(links.replaceAll('<link', '<atom:link')))).toEqual(named);
    const json = {
      version: 'https://jsonfeed.org/version/1.1',
      title: 'T',
      feed_url: 'https://site.example/own',
      hubs: [{ type: 'WebSub', url: HUB }],
      items: [],
    };
    expect(await find(JSON.stringify(json))).toEqual(named);
    expect(await find(none)).toBeNull();
  });

  it('is named by the head of a page, not by what its visitors write', () => {
    const page = (html: string) =>
      findHub(
        feed,
        at(),
        pageToFeed(
          { bytes: bytes(html), contentType: 'text/html', url: at().url },
          { kind: 'page', selectors: ['a'], shape: null },
        ).feed,
      );
    expect(page(`<html><head>${links}</head><body><a href="/1">One</a></body></html>`)).toEqual(named);
    expect(page(`<html><head></head><body>${links}<a href="/1">One</a></body></html>`)).toBeNull();
  });

  it('is that of the Link header before any other', async () => {
    const other = rss('<atom:link rel="hub" href="https://other.example/"/>');
    for (const header of [
      '<https://hub.example/>; rel="hub", </own>; rel="self"',
      '<https://hub.example/>; title="a, b"; REL=hub, <https://site.example/own>;rel = "up Self"',
      '<https://x.example/>; rel="next", <https://hub.example/>; rel=hub, <https://site.example/own>; rel=self',
    ])
      expect([header, await find(other, header)]).toEqual([header, named]);
  });

  it('has the address of the feed as its topic where the document names none', async () => {
    expect(await find(none, '<https://hub.example/>; rel=hub')).toEqual({
      hub_url: HUB,
      topic_url: 'https://site.example/feed',
    });
  });

  it('is a web address, or none', async () => {
    for (const address of [
      'ftp://hub.example/',
      'javascript:alert(1)',
      `https://x.example/${'a'.repeat(3000)}`,
    ])
      expect(await find(none, `<${address}>; rel="hub"`)).toBeNull();
  });

  it('is found in any header without a failure', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.string({ maxLength: 300 }), (before, after) => {
        const header = `${before.replaceAll('<', '')}, <https://hub.example/>; rel="hub", ${after}`;
        const found = findHub(feed, at(header), { hub_url: null, self_url: null });
        expect(found?.hub_url).toBe(HUB);
      }),
    );
  });
});

describe('the signature of content', () => {
  const body = bytes('news');
  const sign = (method: string, secret = 'secret') =>
    `${method}=${createHmac(method, secret).update(body).digest('hex')}`;

  it('is taken by every method of the specification, in any case', () => {
    for (const method of ['sha256', 'sha384', 'sha512'])
      expect(signatureOf(sign(method).toUpperCase(), body, 'secret')).toBe('better');
    expect(signatureOf(sign('sha1'), body, 'secret')).toBe('sha1');
  });

  it('counts by its best method alone', () => {
    expect(signatureOf(`${sign('sha1')}, ${sign('sha256')}`, body, 'secret')).toBe('better');
    expect(signatureOf(`${sign('sha1')},${sign('sha256', 'other')}`, body, 'secret')).toBe('none');
  });

  it('is none of what anybody else writes', () => {
    const method = fc.constantFrom('sha1', 'sha256', 'sha384', 'sha512', 'md5', 'sha999', '');
    const hex = fc.stringMatching(/^[0-9a-f]{0,130}$/);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 200 }),
          fc.tuple(method, hex).map((parts) => parts.join('=')),
        ),
        (header) => {
          expect(signatureOf(header, body, 'secret')).toBe('none');
        },
      ),
    );
    expect(signatureOf(undefined, body, 'secret')).toBe('none');
    expect(signatureOf(sign('sha256'), bytes('other news'), 'secret')).toBe('none');
  });
});
