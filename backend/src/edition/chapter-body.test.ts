import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitise } from '../parser/html/sanitise.ts';
import { chapterBody } from './chapter-body.ts';
import { picturesIn } from '../pictures/article-media.ts';

const body = (html: string, pictures: [string, string][] = []) =>
  chapterBody(html, new Map(pictures.map(([address, file]) => [address, { file }])));

const BLOCK = 'p blockquote ul ol pre table figure hr h2 h3 h4 h5 h6'.split(' ');
const IN_LINE = 'a code strong em del sub sup br img span'.split(' ');
/** The elements that XHTML allows in each element of a chapter. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    [...IN_LINE, 'p', 'pre', 'figcaption', ...BLOCK.slice(-5)].map((name) => [name, IN_LINE]),
  ),
  ...Object.fromEntries(['li', 'td', 'th'].map((name) => [name, [...BLOCK, ...IN_LINE]])),
  '': BLOCK,
  blockquote: BLOCK,
  figure: [...BLOCK, 'figcaption'],
  ul: ['li'],
  ol: ['li'],
  table: ['tbody'],
  tbody: ['tr'],
  tr: ['td', 'th'],
};

/** Reads XHTML strictly. Returns what is wrong in it. */
const faultsOf = (xhtml: string): string[] => {
  const faults: string[] = [];
  const path = [''];
  for (const [part] of xhtml.matchAll(/<[^>]*>|[^<]+/g)) {
    const [, end, name, attributes = '', single] =
      /^<(\/?)([a-z\d]+)((?: [a-z:]+="[^"<]*")*)(\/?)>$/.exec(part) ?? [];
    const parent = path.at(-1) ?? '';
    if (name === undefined) {
      if (part.startsWith('<')) faults.push(`no tag: ${part}`);
      else if (/&(?!(?:amp|lt|gt|quot|#39);)/.test(part)) faults.push(`no reference: ${part}`);
      else if (
        part.trim() !== '' &&
        ![
          ...IN_LINE.slice(0, 7),
          'span',
          'p',
          'pre',
          'li',
          'td',
          'th',
          'figcaption',
          'h2',
          'h3',
          'h4',
          'h5',
          'h6',
        ].includes(parent)
      )
        faults.push(`text in ${parent}`);
    } else if (end === '/') {
      if (path.pop() !== name) faults.push(`</${name}> ends ${parent}`);
    } else {
      if (!allowed[parent]?.includes(name)) faults.push(`<${name}> in <${parent}>`);
      if (name === 'a' && path.includes('a')) faults.push('a link in a link');
      if (/&(?!(?:amp|lt|gt|quot|#39);)/.test(attributes)) faults.push(`no reference: ${attributes}`);
      if (single !== '/') path.push(name);
    }
  }
  return path.length > 1 ? [...faults, `open: ${path.join(' ')}`] : faults;
};

describe('the body of a chapter', () => {
  it('turns lines into paragraphs, and headings into those below the title', () => {
    expect(body('One<br>two<h1>Part</h1><p>Three <em>four</em></p>').xhtml).toBe(
      '<p>One<br/>two</p><h2>Part</h2><p>Three <em>four</em></p>',
    );
    expect(body('<ul><li>a</li><li><p>b</p><p>c</p></li></ul>').xhtml).toBe(
      '<ul><li>a</li><li><p>b</p><p>c</p></li></ul>',
    );
  });

  it('gives links numbers, the same one for the same address, and no link to what is no address', () => {
    const { xhtml, notes } = body(
      '<p><a href="https://a.example/?x=[1]&amp;y">A</a> <a href="https://b.example/">B</a> <a href="https://b.example/">again</a> <a href="javascript:x">C</a></p>',
    );
    expect(notes).toEqual(['https://a.example/?x=%5B1%5D&y', 'https://b.example/']);
    expect(xhtml).toContain(
      '<a href="https://a.example/?x=%5B1%5D&amp;y">A</a><sup><a epub:type="noteref" id="r1" href="#n1">1</a></sup>',
    );
    expect(xhtml).toContain('<a href="https://b.example/">again</a> C</p>');
  });

  it('shows the pictures of the book, and the descriptions of the others', () => {
    const html =
      '<p><img src="https://a.example/1.png" alt="A &quot;boat&quot;"><img src="https://a.example/2.png" alt="Sea"><img src="https://a.example/3.png"></p>';
    expect(picturesIn(html)).toEqual([1, 2, 3].map((n) => `https://a.example/${n}.png`));
    expect(body(html, [['https://a.example/1.png', 'images/1.jpg']]).xhtml).toBe(
      '<p><img src="images/1.jpg" alt="A &quot;boat&quot;"/><span class="missing">[Sea]</span></p>',
    );
  });

  it('is allowed XHTML for any sanitised HTML', () => {
    const names =
      'p a ul ol li blockquote pre code strong em h1 h2 h6 figure figcaption del sub table thead tbody tr th td div section'.split(
        ' ',
      );
    const leaf = fc.oneof(
      fc.constantFrom(
        'text',
        ' ',
        '&amp; <',
        '"\'',
        '\u0000\u0001',
        '<br>',
        '<hr>',
        '</p>',
        '</div>',
        '<img src="https://a.example/1.png" alt="x<y">',
        '重み',
      ),
      fc.string(),
    );
    const address = fc
      .tuple(
        fc.constantFrom('https://a.example/', 'mailto:a@b.example', 'http://[::1]/', 'javascript:', ''),
        fc.string(),
      )
      .map(([start, end]) => `${start}${end.replaceAll('"', '')}`);
    const { html } = fc.letrec<{ html: string }>((tie) => ({
      html: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        leaf,
        fc
          .tuple(fc.constantFrom(...names), fc.array(tie('html'), { maxLength: 4 }), address)
          .map(
            ([name, inner, url]) =>
              `<${name}${name === 'a' ? ` href="${url}?{|}"` : ''}>${inner.join('')}</${name}>`,
          ),
      ),
    }));
    fc.assert(
      fc.property(html, fc.boolean(), (given, isSafe) => {
        const pictures: [string, string][] = [['https://a.example/1.png', 'images/1.png']];
        const { xhtml } = body(isSafe ? sanitise(given, 'https://a.example/') : given, pictures);
        expect(faultsOf(xhtml)).toEqual([]);
      }),
    );
  });
});
