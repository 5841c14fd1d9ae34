/** Creates a generator of numbers from 0 to 1, which depend only on the seed (algorithm Mulberry32). */
export const randomOf = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const elements =
  'svg math style script title textarea noscript template select table form iframe xmp p a b mtext mglyph desc'.split(
    ' ',
  );
const marks =
  '<!-- --> --!> <![CDATA[ ]]> <? ?> <! </ < > /> " \' ` = / & &lt; &#60; &amp;lt; &quot; &#x3c &NewLine; &Tab; &colon;';
const attributes = [
  'onerror=pwn()',
  'src=x',
  'href="javascript:pwn()"',
  'id=x',
  'title="',
  'alt="',
  'style="',
];

/** Texts that make an HTML parser change its state. */
const tokens = [
  elements.flatMap((name) => [`<${name}>`, `</${name}>`, `<${name}/>`]),
  marks.split(' '),
  attributes.map((attribute) => ` ${attribute} `),
  Array.from('\0\t\n\r\f\v\u00A0\u2028\uFEFF'),
  ['\uD800', '<img src="https://a.example/p.png"', '<a href="https://a.example/"'],
].flat();

/** Contexts in which HTML is parsed by other rules. */
const surroundings: readonly (readonly [string, string])[] = [
  ['<svg>', '</svg>'],
  ['<math><mtext>', '</mtext></math>'],
  ['<svg><style>', '</style></svg>'],
  ['<table><tr><td>', '</td></tr></table>'],
  ['<select>', '</select>'],
  ['<noscript>', '</noscript>'],
  ['<template>', '</template>'],
  ['<p title="', '">x</p>'],
  ['<img src="https://a.example/p.png" alt="', '">'],
  ["<a href='https://a.example/?", "'>x</a>"],
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<pre>\n', '</pre>'],
  ['<div><span>', '</div></span>'],
];

const maxLength = 2000;

/** Returns HTML made from payloads that are cut, joined, repeated or wrapped, with `tokens` inserted. */
export const mutationOf = (payloads: readonly string[], random: () => number): string => {
  const below = (count: number): number => Math.floor(random() * count);
  const one = <T>(of: readonly T[]): T => {
    const found = of[below(of.length)];
    if (found === undefined) throw new Error('there is nothing to choose from');
    return found;
  };
  const insert = (text: string, more: string): string => {
    const at = below(text.length + 1);
    return text.slice(0, at) + more + text.slice(at);
  };
  const steps: ((text: string) => string)[] = [
    (text) => insert(text, one(tokens)),
    (text) => insert(text, one(tokens)),
    (text) => insert(text, one(payloads)),
    (text) => text.slice(0, below(text.length + 1)) + one(payloads).slice(below(20)),
    (text) => {
      const at = below(text.length + 1);
      return text.slice(0, at) + text.slice(at + 1 + below(6));
    },
    (text) => {
      const at = below(text.length + 1);
      return insert(text, text.slice(at, at + 1 + below(30)));
    },
    (text) => one(surroundings).join(text),
    (text) => text.replace(/[a-z]/g, (letter) => (random() < 0.2 ? letter.toUpperCase() : letter)),
    (text) => {
      const at = below(Math.max(1, text.length));
      return `${text.slice(0, at)}&#${text.charCodeAt(at) || 60};${text.slice(at + 1)}`;
    },
  ];
  let text = one(payloads);
  for (let left = 1 + below(6); left > 0; left -= 1) text = one(steps)(text);
  return text.slice(0, maxLength);
};
