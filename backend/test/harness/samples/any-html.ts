import fc from 'fast-check';
import { anyCharacter } from './any-character.ts';
import { anyUrl } from './any-url.ts';

const tag = fc.constantFrom(
  ...'html head body base title meta link script style noscript template svg article main section div p span a b br h1 h2 ul ol li table tr td figure figcaption img picture source blockquote pre iframe form nav header footer time area'.split(
    ' ',
  ),
);

const attribute = fc
  .tuple(
    fc.constantFrom(
      ...'href src srcset data-src class id style rel name property content itemprop datetime http-equiv lang alt title role hidden type onclick'.split(
        ' ',
      ),
    ),
    fc.oneof(
      anyUrl(),
      fc.constantFrom(
        'javascript:alert(1)',
        'data:text/html,x',
        '/a b?c#d',
        '//b.example/x',
        '#',
        'article-body',
        'related share',
        'canonical',
        'stylesheet',
        'og:image',
        'robots',
        'refresh',
        '0;url=/x',
        'application/ld+json',
        '{"@type":"Article","image":["x"],"author":{"name":1}}',
      ),
      fc.string({ maxLength: 8 }),
    ),
    fc.constantFrom('"', "'", ''),
  )
  .map(([name, value, quote]) => `${name}=${quote}${value}${quote}`);

const sentence =
  'A sentence with a comma, and enough words to be taken for a part of an article by any reader. ';

const piece = fc.oneof(
  fc
    .tuple(tag, fc.array(attribute, { maxLength: 3 }))
    .map(([name, attributes]) => `<${[name, ...attributes].join(' ')}>`),
  tag.map((name) => `</${name}>`),
  fc.constantFrom(
    '<!--',
    '-->',
    '<![CDATA[',
    '<',
    '>',
    '&',
    '&lt;script&gt;',
    '&nbsp;',
    '"',
    '<a href="',
    '\0',
    '</',
  ),
  fc.constantFrom(
    sentence,
    `<p>${sentence}</p>`,
    sentence.repeat(5),
    '今日は台風の影響で雨が強く降りました。',
  ),
  fc.constant(
    '<script type="application/ld+json">{"@type":"NewsArticle","articleBody":"<img src=x onerror=a>"}</script>',
  ),
  fc.string({ maxLength: 6 }),
);

/** Markup and text of any kind, well-formed or not, with what pages and attackers write. */
export const anyHtml = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 200 }),
  fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
);
