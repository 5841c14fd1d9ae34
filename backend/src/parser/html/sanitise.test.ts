import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { sanitise } from './sanitise.ts';
import { runs, someOf } from '../../../test/harness/property-runs.ts';
import { allowedTags, offences } from '../../../test/harness/samples/offences.ts';
import { anyCharacter } from '../../../test/harness/samples/any-character.ts';
import { anyUrl } from '../../../test/harness/samples/any-url.ts';

const shared = join(import.meta.dirname, '../../../../../shared');
const payloadFile = join(shared, 'xss/payloads.txt');
const realFeeds = join(shared, 'feeds/real');
const base = 'https://example.com/blog/post';

const expectClean = (html: string): void => {
  const once = sanitise(html, base);
  expect(offences(once)).toEqual([]);
  expect(sanitise(once, base)).toBe(once);
};

describe('sanitise', () => {
  it.each([
    ['plain & simple < text', 'plain &amp; simple &lt; text'],
    [
      '<p>Hello <b>bold</b> <i>and</i> <u>more</u></p>',
      '<p>Hello <strong>bold</strong> <em>and</em> more</p>',
    ],
    ['<div>one</div><div>two</div>', '<p>one</p><p>two</p>'],
    ['<div><div><p>deep</p></div></div>', '<p>deep</p>'],
    ['<div>lead <p>text</p> tail</div>', '<p>lead </p><p>text</p> tail'],
    ['<p> </p><p><strong></strong></p><p>x</p>', ' <p>x</p>'],
    [
      '<table><tr><td colspan="2" width="9">a</td><td></td></tr></table>',
      '<table><tr><td colspan="2">a</td><td></td></tr></table>',
    ],
    ['<h1 id="top" class="big" style="color:red">T</h1><hr>', '<h1>T</h1><hr />'],
    ['<span onclick="x()">kept</span><script>gone()</script><style>p{}</style>', 'kept'],
    [
      'a<iframe src="https://evil.example/"><p>inner</p></iframe>b<object>c</object><svg><title>t</title></svg>',
      'ab',
    ],
    ['<p>a</p><iframe src="x"/><p>b</p><script src="x"/><div/><p>c</p>', '<p>a</p><p>b</p><p>c</p>'],
    ['<pre><code class="js">a &lt; b\n  c</code></pre>', '<pre><code>a &lt; b\n  c</code></pre>'],
    ['nul\0 and \u0007 bell \uD800', 'nul and  bell \uFFFD'],
  ])('turns %j into %j', (html, clean) => {
    expect(sanitise(html, base)).toBe(clean);
    expectClean(html);
  });

  const linkTo = (href: string): string =>
    `<a href="${href}" target="_blank" rel="noopener noreferrer">x</a>`;

  it.each([
    ['https://other.example/?a=1&amp;b=2', 'https://other.example/?a=1&amp;b=2'],
    ['../about', 'https://example.com/about'],
    ['#note', 'https://example.com/blog/post#note'],
    ['//cdn.example/x', 'https://cdn.example/x'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
  ])('resolves the link %s', (href, resolved) => {
    expect(sanitise(`<a href="${href}" onclick="x()">x</a>`, base)).toBe(linkTo(resolved));
  });

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    '&#106;avascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'ftp://example.com/',
    'http://',
    '',
  ])('drops the link %j and keeps its text', (href) => {
    expect(sanitise(`<a href="${href}">x</a>`, base)).toBe('x');
  });

  it('drops relative addresses without a base', () => {
    expect(sanitise('<a href="/a">x</a><img src="/b.png">', '')).toBe('x');
    expect(sanitise('<a href="https://a.example/">x</a>', 'not a url')).toBe(linkTo('https://a.example/'));
  });

  const imageOf = (src: string, more = ''): string =>
    `<img src="${src}" alt=""${more} loading="lazy" referrerpolicy="no-referrer" />`;

  it.each([
    ['<img src="https://e.com/a.png">', imageOf('https://e.com/a.png')],
    ['<img src="http://e.com/a.png">', imageOf('http://e.com/a.png')],
    ['<img src="a.png" srcset="b.png 2x" style="x">', imageOf('https://example.com/blog/a.png')],
    [
      '<img src="https://e.com/a.png" width="640" height="100%">',
      imageOf('https://e.com/a.png', ' width="640"'),
    ],
    ['<img src="data:image/gif;base64,R0" data-src="https://e.com/a.png">', imageOf('https://e.com/a.png')],
    ['<img src="https://e.com/a.png" title="the joke">', imageOf('https://e.com/a.png', ' title="the joke"')],
    [
      '<picture><source srcset="x.webp"><img src="https://e.com/a.png"></picture>',
      imageOf('https://e.com/a.png'),
    ],
    ['<img src="data:image/svg+xml,<svg onload=x>">', ''],
    ['<img src="javascript:x">', ''],
    ['<img>', ''],
  ])('turns %s into %s', (html, clean) => {
    expect(sanitise(html, base)).toBe(clean);
  });

  it.each([
    '<img src="https://e.com/x.gif" width="1" height="1">',
    '<img src="https://e.com/x.gif" width="0" height="1px">',
    '<img src="https://e.com/x.gif" style="display: none">',
    '<img src="https://e.com/x.gif" style="width:1px; height:1px">',
    '<a href="https://e.com/"><img src="https://feeds.feedburner.com/~r/x/~4/y"></a>',
    '<p><img src="https://pixel.wp.com/b.gif?x=1"></p>',
    '<img src="https://b.scorecardresearch.com/p?c1=2">',
    '<img src="https://medium.com/_/stat?event=post.clientViewed">',
    '<img src="https://www.facebook.com/tr?id=1">',
  ])('drops the tracking pixel %s', (html) => {
    expect(sanitise(html, base)).toBe('');
  });

  it('does not change its own output, for any text or markup', () => {
    const tag = fc.constantFrom(
      ...allowedTags,
      'div',
      'span',
      'b',
      'script',
      'style',
      'svg',
      'iframe',
      'form',
      'xmp',
      'noscript',
      'textarea',
      'math',
    );
    const attribute = fc
      .tuple(
        fc.constantFrom(
          'href',
          'src',
          'style',
          'onclick',
          'title',
          'alt',
          'width',
          'class',
          'srcset',
          'colspan',
          'data-src',
        ),
        fc.oneof(
          anyUrl(),
          fc.constantFrom(
            'javascript:alert(1)',
            'data:text/html,x',
            '1',
            '"',
            "'",
            '&#x6a;',
            '/a b',
            'mailto:x',
          ),
          fc.string({ maxLength: 8 }),
        ),
        fc.constantFrom('"', "'", ''),
      )
      .map(([name, value, quote]) => `${name}=${quote}${value}${quote}`);
    const piece = fc.oneof(
      fc
        .tuple(tag, fc.array(attribute, { maxLength: 3 }))
        .map(([name, attributes]) => `<${[name, ...attributes].join(' ')}>`),
      tag.map((name) => `</${name}>`),
      tag.map((name) => `<${name}/>`),
      fc.constantFrom(
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        '<',
        '>',
        '&',
        '&lt;',
        '&amp;lt;',
        '&nbsp;',
        '"',
        '<a href="',
        '\0',
        '<?xml ?>',
        '</',
      ),
      fc.string({ maxLength: 6 }),
    );
    const markup = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: anyCharacter }), markup), (html) => {
        const once = sanitise(html, base);
        expect(offences(once)).toEqual([]);
        expect(sanitise(once, base)).toBe(once);
      }),
      { numRuns: runs(3000) },
    );
  });

  it.each([
    ['100,000 nested tags', '<div><b>'.repeat(50_000)],
    ['closing tags that match nothing', '<b>'.repeat(10_000) + '</u>'.repeat(10_000)],
    ['500,000 unclosed comments', '<!--'.repeat(500_000)],
    ['unclosed CDATA', '<![CDATA['.repeat(500_000)],
    ['unclosed tags', '<a '.repeat(500_000)],
    ['a million ampersands', '&'.repeat(1_000_000)],
    ['50 MB of text', 'text '.repeat(10_000_000)],
    ['a tag of 200,000 attributes', `<a ${'x=1 '.repeat(200_000)}>`],
  ])('stays small and stable on %s', { tags: ['long'] }, (_name, html) => {
    const once = sanitise(html, base);
    expect(once.length).toBeLessThanOrEqual(1_001_000);
    expectClean(html);
  });

  it('cuts depth at 100 and keeps the text', () => {
    const clean = sanitise(`${'<blockquote>'.repeat(500)}deep${'</blockquote>'.repeat(500)}`, base);
    expect(clean.match(/<blockquote>/g)).toHaveLength(100);
    expect(clean).toContain('deep');
  });
});

describe.skipIf(!existsSync(payloadFile))('sanitise on injection payloads (needs ../shared)', () => {
  const payloads = existsSync(payloadFile) ? readFileSync(payloadFile, 'utf8').split('\n') : [];

  it('blocks every payload, alone or inside other markup', () => {
    expect(payloads.length).toBeGreaterThan(6000);
    for (const payload of someOf(payloads)) {
      expectClean(payload);
      expect(offences(sanitise(`<p title="${payload}">a</p><a href='${payload}'>b</a>`, base))).toEqual([]);
    }
  });
});

/** Returns the HTML of a feed's items. It finds them by tag name, which is imprecise but needs no feed parser. */
const contentsOf = (document: string): string[] => {
  const contents: string[] = [];
  let current: string | null = null;
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name) => {
        if (current !== null) depth += 1;
        else if (/^(?:description|content:encoded|content|summary)$/.test(name)) [current, depth] = ['', 0];
      },
      ontext: (text) => {
        if (current !== null) current += text;
      },
      onclosetag: () => {
        if (current === null) return;
        if (depth === 0) {
          contents.push(current);
          current = null;
        } else depth -= 1;
      },
    },
    { xmlMode: true },
  );
  parser.write(document);
  parser.end();
  return contents;
};

describe.skipIf(!existsSync(realFeeds))('sanitise on real feeds (needs ../shared)', () => {
  it('makes every content safe and stable', () => {
    const files = existsSync(realFeeds)
      ? readdirSync(realFeeds).filter((name) => name !== 'expected.json')
      : [];
    const contents = files.flatMap((name) => contentsOf(readFileSync(join(realFeeds, name), 'utf8')));
    expect(contents.length).toBeGreaterThan(4000);
    for (const content of someOf(contents)) expectClean(content);
  });
});
