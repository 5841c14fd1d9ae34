import { escaped } from '../../today/words.ts';
import type { FeedDocument } from './feed-document.ts';

/** Black on white, because the screens of e-readers have few greys. Pictures are left out, which would be loaded from other sites. */
const style = `
body{margin:0 auto;max-width:36em;padding:1em;background:#fff;color:#000;font:1.3em/1.5 serif;overflow-wrap:anywhere}
h1{font-size:1.3em;margin:0}
h2{font-size:1.15em;line-height:1.3;margin:1.2em 0 0;padding-top:.8em;border-top:2px solid #000}
p{margin:.4em 0}
a{color:#000}
h2 a{text-decoration:none}
img,video,audio,iframe{display:none}
pre{white-space:pre-wrap}
`.trim();

/**
 * Writes a list as a light page for the browsers of e-readers: HTML without a script, in large letters, black on white. The content of
 * items is sanitised or escaped already.
 */
export const writePage = ({ language, title, items }: FeedDocument): string =>
  [
    '<!doctype html>',
    `<html lang="${language}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    `<title>${escaped(title)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<main>',
    `<h1>${escaped(title)}</h1>`,
    ...items.flatMap((item) => [
      '<article>',
      `<h2>${item.link === null ? escaped(item.title) : `<a href="${escaped(item.link)}">${escaped(item.title)}</a>`}</h2>`,
      `<p><small>${escaped(item.author)}</small></p>`,
      item.content,
      '</article>',
    ]),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
