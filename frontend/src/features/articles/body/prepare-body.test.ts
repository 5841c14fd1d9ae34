import type { Video } from '@omomi/backend/contract';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { collapsePicture } from './pictures.ts';
import { prepareBody } from './prepare-body.ts';

const bodyOf = (html: string): HTMLElement =>
  parseHTML(`<!doctype html><html><body>${html}</body></html>`).document.body;

const youtube: Video = {
  url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  provider: 'youtube',
  embed_url: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
  still_url: null,
};

const note = (description: string) => `[Image: ${description}]`;
const enlarge = (description: string) => `Larger: ${description}`;

const prepared = (html: string, { videos = [] as Video[], shows = true } = {}) => {
  const body = bodyOf(html);
  const addressOf = (url: string, width?: number) =>
    shows ? `/api/image?url=${url}${width === undefined ? '' : `&width=${width}`}` : null;
  const placed = prepareBody(body, { title: 'A title', addressOf, note, enlarge, videos });
  return { body, html: body.innerHTML, placed };
};

describe('pictures of a text', () => {
  it('have the address that the page loads, all of them, wherever they stand', () => {
    const { body } = prepared(
      '<p>a <img src="http://a.example/1.png" alt=""></p><table><tr><td><a href="https://b.example/"><img src="https://b.example/2.png"></a></td></tr></table>',
    );
    const sources = [...body.querySelectorAll('img')].map((image) => image.getAttribute('src'));
    expect(sources).toEqual([
      '/api/image?url=http://a.example/1.png&width=1280',
      '/api/image?url=https://b.example/2.png&width=1280',
    ]);
    expect(body.innerHTML.match(/ src="(?!\/api\/image)/)).toBeNull();
  });

  it('have a frame and lead to a larger one if they stand alone, and are a link already otherwise', () => {
    const { body } = prepared(
      `<p><img src="https://a.example/1.png" alt="A lamp"></p><p>In a line <img src="https://a.example/2.png"></p>
       <figure><img src="https://a.example/3.png"><figcaption>c</figcaption></figure><p><img src="https://a.example/4.png" width="16"></p>
       <figure><a href="https://b.example/"><img src="https://a.example/5.png"></a></figure>`,
    );
    const links = [...body.querySelectorAll('a[data-enlarge]')];
    expect(links.map((link) => link.querySelector('img')?.getAttribute('src')?.at(-16))).toEqual(['1', '3']);
    expect(links[0]?.getAttribute('aria-label')).toBe('Larger: A lamp');
    expect(links[0]?.getAttribute('href')).toBe('/api/image?url=https://a.example/1.png');
  });

  it('become their description where they are not shown or could not be loaded, and nothing without one', () => {
    const html =
      '<p>a</p><p><img src="https://a.example/1.png" alt=" A lamp "></p><figure><img src="https://a.example/2.png" alt=""></figure>';
    expect(prepared(html, { shows: false }).html).toBe(
      '<p>a</p><p><span data-missing-picture="">[Image: A lamp]</span></p>',
    );
    const { body } = prepared(html);
    for (const image of body.querySelectorAll('img')) collapsePicture(image, note);
    expect(body.innerHTML).toBe('<p>a</p><p><span data-missing-picture="">[Image: A lamp]</span></p>');
  });

  it('leave nothing of what was only around them, and all that has something else', () => {
    const image = '<img src="https://a.example/1.png">';
    const { body } = prepared(
      `<p>a</p><div><p><a href="https://b.example/"><span>${image}</span></a></p></div><p>${image} b</p><div>${image}<hr></div>
<table><tbody><tr><td>${image}</td><td>c</td></tr></tbody></table>`,
    );
    for (const each of body.querySelectorAll('img')) collapsePicture(each, note);
    expect(body.innerHTML.replaceAll(/\s+/g, ' ')).toBe(
      '<p>a</p><p> b</p><div><hr></div> <div data-scrolls="table"><table><tbody><tr><td></td><td>c</td></tr></tbody></table></div>',
    );
  });
});

it('cells with sentences are told from those with a word or a number', () => {
  const { body } = prepared(`<table><tr><td>4711</td><td>${'光'.repeat(40)}</td></tr></table>`);
  expect([...body.querySelectorAll('td')].map((cell) => cell.hasAttribute('data-wide'))).toEqual([
    false,
    true,
  ]);
});

it('tables and code have a frame that scrolls', () => {
  const { html } = prepared(
    '<table><tr><td><table><tr><td>x</td></tr></table></td></tr></table><pre>y</pre>',
  );
  expect(html).toBe(
    '<div data-scrolls="table"><table><tr><td><table><tr><td>x</td></tr></table></td></tr></table></div><pre data-scrolls="code">y</pre>',
  );
});

it('a link to a video that stands alone has a place for a player, one in a sentence none', () => {
  const link = `<a href="${youtube.url}">${youtube.url}</a>`;
  const { html, placed } = prepared(`<p>See ${link}.</p><p> ${link} </p>${link}`, { videos: [youtube] });
  const player = `<div data-video="${youtube.url}"></div>`;
  expect(html).toBe(`<p>See ${link}.</p>${player}${player}`);
  expect(placed).toEqual([youtube, youtube]);
});

describe('footnotes', () => {
  const page = 'https://a.example/post';
  const raised = (to: string, text = '1') => `<sup><a href="${page}#${to}">${text}</a></sup>`;
  const listed = (back: string, text: string) =>
    `<ol><li><p>${text} <a href="${page}#${back}">↩</a></p></li></ol>`;

  it.each([
    ['fn:1', 'fnref:1'],
    ['fn1', 'fnref1'],
    ['_ftn1', '_ftnref1'],
    ['user-content-fn-1', 'user-content-fnref-1'],
    ['cite_note-1', 'cite_ref-1'],
    ['footnote-1', 'footnote-anchor-1'],
    ['fn1-2026-01-31', 'fnr1-2026-01-31'],
    ['fn:why', 'fnref:why'],
  ])('are found by their links back: %s and %s', (to, back) => {
    const { body } = prepared(`<p>Text${raised(to)}</p><hr>${listed(back, 'The note.')}`);
    const number = body.querySelector('a[data-note]')?.getAttribute('data-note');
    expect(number).toBeTypeOf('string');
    expect(body.querySelector(`[data-note-text="${number}"]`)?.textContent).toContain('The note.');
  });

  it('each have their own, and a note that is referred to twice belongs to both', () => {
    const { body } = prepared(
      `<p>a${raised('fn1')} b${raised('fn2', '2')} c${raised('fn1')}</p>${listed('fnref1', 'One.')}${listed('fnref2', 'Two.')}`,
    );
    const texts = [...body.querySelectorAll('a[data-note]')].map((link) => {
      const number = link.getAttribute('data-note');
      return body.querySelector(`[data-note-text="${number}"]`)?.textContent?.slice(0, 4);
    });
    expect(texts).toEqual(['One.', 'Two.', 'One.']);
  });

  it.each([
    ['a table of contents', `<ul><li><a href="${page}#one">One</a></li></ul><h2>One</h2><p>x</p>`],
    ['a link to another page', '<p>x<sup><a href="https://b.example/#fn1">1</a></sup></p>'],
    ['a mark without a note', `<p>Text${raised('fn:1')}</p>`],
  ])('are none in %s', (_, html) => {
    expect(prepared(html).html).not.toContain('data-note');
  });
});
