import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_ITEMS, parseFeed } from './parse-feed.ts';
import { ParseError } from './fields/parsed-feed.ts';
import type { ParsedFeed, ParsedItem } from './fields/parsed-feed.ts';
import { runs } from '../../test/harness/property-runs.ts';

const parse = (text: string, contentType: string | null = null): Promise<ParsedFeed> =>
  parseFeed(Buffer.from(text), contentType);
const rss = (items: string, channel = ''): string =>
  `<rss version="2.0"><channel>${channel}${items}</channel></rss>`;
const atom = (entries: string, attributes = ''): string =>
  `<feed xmlns="http://www.w3.org/2005/Atom"${attributes}>${entries}</feed>`;
const first = async (text: string): Promise<ParsedItem> => (await parse(text)).items[0]!;
const refusal = async (text: string | Uint8Array): Promise<string> => {
  const error: unknown = await parseFeed(Buffer.from(text), null).catch((thrown: unknown) => thrown);
  return error instanceof ParseError ? `${error.fault}: ${error.message}` : 'no ParseError';
};

describe('formats', () => {
  it.each([
    [
      'the widest picture of Media RSS',
      `<media:content url="https://a.example/s.jpg" medium="image" width="100"/>
       <media:content url="https://a.example/l.jpg" type="image/jpeg" width="800"/>
       <media:thumbnail url="https://a.example/t.jpg" width="900"/>`,
      'https://a.example/l.jpg',
    ],
    [
      'a thumbnail of a video',
      `<media:group><media:content url="https://a.example/v.mp4" type="video/mp4"/>
       <media:thumbnail url="https://a.example/t.jpg" width="480" height="360"/></media:group>`,
      'https://a.example/t.jpg',
    ],
    [
      'an enclosure',
      '<enclosure url="https://a.example/a.mp3" type="audio/mpeg"/><enclosure url="https://a.example/e.png" type="image/png" length="1"/>',
      'https://a.example/e.png',
    ],
    [
      'the picture of an episode',
      '<itunes:image href="https://a.example/i.jpg"/>',
      'https://a.example/i.jpg',
    ],
    [
      'none that is tiny',
      '<media:thumbnail url="https://a.example/t.jpg" width="1" height="1"/><media:content url="https://a.example/a.mp3" type="audio/mpeg"/>',
      null,
    ],
  ])('takes for the picture of an item %s', async (_what, elements, expected) => {
    const feed = await parse(
      `<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
       <channel><title>A</title><item><title>One</title><guid>1</guid>${elements}</item></channel></rss>`,
    );
    expect(feed.items[0]?.image_url).toBe(expected);
  });

  it('takes the picture of a JSON Feed item, and of an Atom entry', async () => {
    const json = JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'A',
      items: [{ id: '1', content_text: 'x', image: 'https://a.example/j.jpg' }],
    });
    expect((await parse(json)).items[0]?.image_url).toBe('https://a.example/j.jpg');
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><entry><id>1</id><title>T</title>
      <link rel="enclosure" type="image/jpeg" href="https://a.example/e.jpg"/></entry></feed>`;
    expect((await parse(atom)).items[0]?.image_url).toBe('https://a.example/e.jpg');
  });

  it('reads RSS 2.0 with its modules', async () => {
    const feed = await parse(
      `<?xml version="1.0"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"><channel><title>News &amp;amp; views</title>
<link>https://a.example/</link><description>All that is &lt;i&gt;new&lt;/i&gt;.</description><language>ja</language><sy:updatePeriod>hourly</sy:updatePeriod>
<sy:updateFrequency>2</sy:updateFrequency><skipHours><hour>3</hour><hour>24</hour></skipHours>
<item><title><![CDATA[<b>One</b> &amp; two]]></title><link>https://a.example/1</link><guid isPermaLink="false">g1</guid>
<pubDate>Mon, 05 Jan 2004 08:03:00 EST</pubDate><dc:creator>Ann</dc:creator><category domain="d">World</category><category>world</category>
<category>R&amp;amp;D</category><dc:subject>Sea</dc:subject><description>short</description>
<content:encoded><![CDATA[<p>much longer</p>]]></content:encoded>
<enclosure url="https://a.example/1.mp3" type="audio/mpeg" length="12"/></item></channel></rss>`,
    );
    expect(feed).toEqual({
      format: 'rss',
      title: 'News & views',
      description: 'All that is new.',
      left_out: [],
      site_url: 'https://a.example/',
      language: 'ja',
      icon_url: null,
      hub_url: null,
      self_url: null,
      hints: { ttl_minutes: 30, skip_hours: [0, 3] },
      items: [
        {
          guid: 'g1',
          link: 'https://a.example/1',
          title: 'One & two',
          content: '<p>much longer</p>',
          summary: 'short',
          author: 'Ann',
          categories: ['World', 'R&D', 'Sea'],
          published_at: '2004-01-05T13:03:00.000Z',
          updated_at: null,
          enclosures: [{ url: 'https://a.example/1.mp3', type: 'audio/mpeg', length: 12 }],
          image_url: null,
        },
      ],
    });
  });

  it('reads RDF in document order, ignoring its table of contents', async () => {
    const feed =
      await parse(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
 xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>R</title><items><rdf:Seq><rdf:li resource="b"/></rdf:Seq></items></channel>
<item rdf:about="a"><title>A</title><link>http://a.example/a</link><dc:date>2004-01-05</dc:date></item>
<item rdf:about="b"><title>B</title><link>http://a.example/b</link></item></rdf:RDF>`);
    expect(feed.format).toBe('rdf');
    expect(feed.items.map(({ guid, title, published_at }) => [guid, title, published_at])).toEqual([
      ['a', 'A', '2004-01-05T00:00:00.000Z'],
      ['b', 'B', null],
    ]);
  });

  it('reads Atom 1.0: xml:base, XHTML, enclosures, the feed as author', async () => {
    const feed = await parse(
      atom(
        `<title>A</title><author><name>Site</name></author><link rel="self" href="/atom"/><link href="./"/>
<entry xml:base="2004/"><id>urn:1</id><title type="html">&lt;i>One&lt;/i></title><link rel="enclosure" href="a.mp3"/><link href="one"/>
<published>2004-01-05T08:03:00Z</published><updated>2004-01-06T08:03:00Z</updated>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>one <a href="x">two</a> three</p></div></content></entry>`,
        ' xml:base="http://a.example/blog/" xml:lang="en"',
      ),
    );
    expect(feed).toMatchObject({
      format: 'atom',
      title: 'A',
      site_url: 'http://a.example/blog/',
      language: 'en',
    });
    expect(feed.items[0]).toMatchObject({
      guid: 'urn:1',
      link: 'http://a.example/blog/2004/one',
      title: 'One',
      content: '<p>one <a href="x">two</a> three</p>',
      author: 'Site',
      published_at: '2004-01-05T08:03:00.000Z',
      updated_at: '2004-01-06T08:03:00.000Z',
      enclosures: [{ url: 'http://a.example/blog/2004/a.mp3', type: null, length: null }],
    });
  });

  it('reads Atom 0.3 with a base64 title', async () => {
    const item =
      await first(`<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><title mode="base64">RW50cnkg
VGl0bGU=</title><issued>2004-01-05T08:03:00Z</issued><link rel="alternate" href="http://a.example/1"/></entry></feed>`);
    expect(item).toMatchObject({
      title: 'Entry Title',
      link: 'http://a.example/1',
      published_at: '2004-01-05T08:03:00.000Z',
    });
  });

  it('reads the text of a video from its media group', async () => {
    const item = await first(
      atom(
        '<entry><title>V</title><link href="https://v.example/1"/><media:group><media:description>a &lt; b</media:description></media:group></entry>',
        ' xmlns:media="http://search.yahoo.com/mrss/"',
      ),
    );
    expect(item).toMatchObject({ content: 'a &lt; b', summary: null });
  });

  it('reads JSON Feed, a truncated one up to its last whole item', async () => {
    const text = JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'J',
      authors: [{ name: 'Ann' }],
      items: [
        {
          id: '1',
          url: 'https://a.example/1',
          content_text: 'a < b',
          date_published: '2004-01-05T08:03:00+09:00',
        },
        {
          id: 'https://a.example/2',
          content_html: '<p>x</p>',
          attachments: [{ url: 'https://a.example/2.mp3', mime_type: 'audio/mpeg' }],
        },
      ],
    });
    const feed = await parse(text);
    expect(feed.items[0]).toMatchObject({
      guid: '1',
      content: 'a &lt; b',
      author: 'Ann',
      published_at: '2004-01-04T23:03:00.000Z',
    });
    expect(feed.items[1]).toMatchObject({
      link: 'https://a.example/2',
      enclosures: [{ url: 'https://a.example/2.mp3' }],
    });
    expect((await parse(text.slice(0, -20))).items.map((item) => item.guid)).toEqual(['1']);
  });

  it.each([
    [
      'Atom',
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><subtitle type="html">On &lt;b&gt;A&lt;/b&gt;</subtitle>
       <entry><id>1</id><title>T</title><category term="x" label="Sea"/><category term="Air"/></entry></feed>`,
    ],
    [
      'JSON',
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        description: 'On A',
        items: [{ id: '1', title: 'T', tags: ['Sea', ' ', 'Air', 'sea'] }],
      }),
    ],
    [
      'RDF',
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
       xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>R</title><description>On A</description></channel>
       <item rdf:about="1"><title>T</title><dc:subject>Sea</dc:subject><dc:subject>Air</dc:subject></item></rdf:RDF>`,
    ],
  ])('reads the description of a feed and the categories of an item: %s', async (_, document) => {
    expect(await parse(document)).toMatchObject({
      description: 'On A',
      items: [{ categories: ['Sea', 'Air'] }],
    });
  });

  it.each([
    ['a guid that is no permalink', '<guid isPermaLink="false">http://a.example/1</guid>', null],
    ['a guid that is one', '<guid>http://a.example/1</guid>', 'http://a.example/1'],
    ['a relative guid that is one', '<guid isPermaLink="true">/blog/x</guid>', '/blog/x'],
    ['a relative guid that says nothing', '<guid>/blog/x</guid>', '/blog/x'],
    ['a relative guid that is none', '<guid isPermaLink="false">/blog/x</guid>', null],
    ['a guid that is a number', '<guid isPermaLink="true">1234</guid>', null],
    ['a script', '<link>javascript:alert(1)</link>', null],
    ['a relative address without base', '<link>/1</link>', '/1'],
    ['white space around it', '<link>\n http://a.example/1 \n</link>', 'http://a.example/1'],
  ])('finds the right link of %s', async (_, xml, link) => {
    expect((await first(rss(`<item><title>t</title>${xml}</item>`))).link).toBe(link);
  });
});

describe('damage', () => {
  const whole = '<item><title>whole</title><link>http://a.example/1</link></item>';

  it.each([
    ['junk before the prolog', `\n\u0000 Warning: <br/> x <?xml version="1.0"?>${rss(whole)}`],
    ['a truncated document', `<rss version="2.0"><channel>${whole}<item><title>broken`],
    ['an undeclared prefix and entity', rss(`${whole}`, '<foo:bar>&nbsp;&nosuch; & x</foo:bar>')],
    ['an unclosed channel element', rss(whole, '<generator>x')],
    ['a channel that ends too early', rss(`</channel>${whole}`)],
    [
      'upper-case tags',
      rss(whole).toUpperCase().replace('WHOLE', 'whole').replace('HTTP://A.EXAMPLE/1', 'http://a.example/1'),
    ],
    ['a dangerous element', rss(`<__proto__>x</__proto__>${whole}`)],
    ['a namespace on the root', rss(whole).replace('<rss', '<rss xmlns="http://www.w3.org/2005/Atom"')],
    ['no root', `</title>${whole}`],
    ['a channel for a root', `<channel>${whole}</channel>`],
    ['control characters', rss(whole.replace('whole', 'who\u0000le\u0001'))],
  ])('keeps the whole items of %s', async (_, document) => {
    const { items } = await parse(document);
    expect(items.map(({ title, link }) => [title, link])).toEqual([['whole', 'http://a.example/1']]);
  });

  it.each([
    ['', 'not_a_feed: The document is empty.'],
    ['<!DOCTYPE html><html><body>Hi</body></html>', 'not_a_feed: This is a web page, not a feed.'],
    [
      '<?xml version="1.0"?><opml version="2.0"/>',
      'not_a_feed: This is an XML document of another kind: its first element is <opml>.',
    ],
    ['hello', 'not_a_feed: This is no feed: it has no RSS, Atom or JSON Feed in it.'],
    [
      '{"a": 1}',
      'not_a_feed: This is JSON, but not a JSON Feed: it has no list of items with a version or title.',
    ],
    ['{"a": ', 'parse_failed: This looks like a JSON Feed, but it is not valid JSON.'],
    ['%PDF-1.7', 'not_a_feed: This is a PDF document, not a feed.'],
  ])('reports the kind of error of %j', async (document, message) => {
    expect(await refusal(document)).toBe(message);
  });

  it('accepts a feed without items', async () => {
    expect((await parse('<rss version="2.0"><channel></channel></rss>')).items).toEqual([]);
    expect((await parse('<feed xmlns="http://www.w3.org/2005/Atom"/>')).items).toEqual([]);
  });
});

describe('hostile documents', () => {
  it('expands no entity, inner or outer', async () => {
    const levels = Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join(
      '',
    );
    const bomb = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY e0 "lol">${levels}<!ENTITY x SYSTEM "file:///etc/passwd">]>`;
    const { items } = await parse(
      bomb + rss('<item><title>&e9; &x;</title><link>http://a.example/</link></item>'),
    );
    expect(items[0]?.title).toBe('&e9; &x;');
  });

  it('keeps only the newest items if there are too many', async () => {
    const date = (n: number): string => new Date(Date.UTC(2004, 0, 1) + n * 60_000).toUTCString();
    const many = Array.from(
      { length: 5_000 },
      (_, n) => `<item><guid>${n}</guid><pubDate>${date(n)}</pubDate></item>`,
    );
    const { items } = await parse(rss(many.join('')));
    expect(items).toHaveLength(MAX_ITEMS);
    expect(items[0]?.guid).toBe('3000');
    expect(items.at(-1)?.guid).toBe('4999');
  });

  const pieces = [
    '<!--',
    '<![CDATA[',
    '<a ',
    '<',
    '&',
    '<a "',
    '<a>',
    '<item>',
    '<title>',
    '<b a="<![CDATA[">',
    '<!-- <![CDATA[ -->',
  ];
  it.each(pieces)(
    'ends on 500,000 x %s and keeps the whole item before',
    { tags: ['long'] },
    async (piece) => {
      const junk = piece.repeat(500_000);
      const document = `<rss version="2.0"><channel><item><title>whole</title></item><item><title>${junk}`;
      expect((await parse(document)).items[0]?.title).toBe('whole');
      await parse(atom(`<entry><title>t</title><content type="xhtml"><div>${junk}</div></content></entry>`));
      expect(await refusal(`<html>${junk}`)).toMatch(/^not_a_feed/);
    },
  );

  it('throws only ParseError for any input', async () => {
    const part = fc.constantFrom(
      '<rss>',
      '<channel>',
      '<item>',
      '</item>',
      '<title>',
      '<feed xmlns="http://www.w3.org/2005/Atom">',
      '<entry>',
      '<rdf:RDF>',
      '<![CDATA[',
      ']]>',
      '<!--',
      '<!DOCTYPE x [',
      '&',
      '"',
      '{"items":[',
      '{"version":1}',
      '\0',
      'é',
      '<link href="',
      '<pubDate>1',
      '<constructor>',
      '<media:group>',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(part, fc.string()), { maxLength: 30 }),
        fc.boolean(),
        async (parts, isCut) => {
          const bytes = Buffer.from(parts.join(''));
          const result = await parseFeed(isCut ? bytes.subarray(1) : bytes, null).catch(
            (error: unknown) => error,
          );
          expect(
            result instanceof ParseError ||
              (typeof result === 'object' && result !== null && 'items' in result),
          ).toBe(true);
        },
      ),
      { numRuns: runs(500) },
    );
  });
});

const real = '../shared/feeds/real';
describe.skipIf(!existsSync(real))('real documents (needs ../shared)', () => {
  it('give the same items whether or not they were repaired', async () => {
    for (const file of readdirSync(real)
      .filter((name) => name !== 'expected.json')
      .slice(0, 40)) {
      const bytes = readFileSync(`${real}/${file}`);
      const plain = await parseFeed(bytes, null);
      // A comment that contains CDATA openers makes the document unsound, so it is repaired before it is parsed.
      const marked = Buffer.concat([bytes, Buffer.from('<!-- <![CDATA[ -->')]);
      const repaired = await parseFeed(marked, null);
      const brief = (feed: ParsedFeed): unknown =>
        feed.items.map(({ guid, link, title, author, published_at, enclosures }) => [
          guid,
          link,
          title,
          author,
          published_at,
          enclosures,
        ]);
      expect({ file, items: brief(repaired) }).toEqual({ file, items: brief(plain) });
    }
  });
});
