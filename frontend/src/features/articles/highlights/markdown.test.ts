import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Highlight } from '@omomi/backend/contract';
import { runs } from '../../../../../backend/test/harness/property-runs.ts';
import { grouped } from './queries.ts';
import { toMarkdown } from './markdown.ts';

const made = (n: number, more: Partial<Highlight> = {}): Highlight => ({
  highlight_id: `highlight${n}`,
  article_id: '1234567890123456789',
  title: 'The harbour',
  link: 'https://a.example/1',
  feed_title: 'Coast',
  quote: `Quote ${n}`,
  prefix: '',
  suffix: '',
  start: 100 - n,
  rival: -1,
  colour: 'yellow',
  note: '',
  made_at: `2026-01-0${n}T00:00:00.000Z`,
  ...more,
});

const OTHER = { article_id: '2234567890123456789', title: '灯台', link: null, feed_title: '' };

it('highlights are found by every word of quote, note, title and feed, by article and in the order of the text', () => {
  const all = [made(1), made(2, { note: 'ＷＨＹ?' }), made(3, OTHER)];
  expect(
    grouped(all, '').map(({ title, highlights }) => [title, highlights.map(({ start }) => start)]),
  ).toEqual([
    ['灯台', [97]],
    ['The harbour', [98, 99]],
  ]);
  const found = (query: string) =>
    grouped(all, query).flatMap(({ highlights }) => highlights.map(({ start }) => start));
  expect([found('why coast'), found('QUOTE 3'), found('灯台'), found('harbour nothing')]).toEqual([
    [98],
    [97],
    [97],
    [],
  ]);
});

it('are Markdown with front matter, quotes, notes, and links to their articles', () => {
  const all = [made(1, { note: 'First\n- second' }), made(2, { ...OTHER, quote: '明かり' })];
  expect(toMarkdown(grouped(all, ''), 'My "highlights"', '2026-01-05T00:00:00.000Z')).toBe(`---
title: "My \\"highlights\\""
created: 2026-01-05T00:00:00.000Z
tags:
  - highlights
source: Omomi
---

## 灯台

> 明かり

## [The harbour](<https://a.example/1>)

Coast

> Quote 1

First
\\- second

`);
});

it('never are markup, whatever is marked, noted or named', () => {
  const line = /^(?:---|title: .*|created: .*|tags:|  - highlights|source: Omomi|)$/;
  const markup = /(?:^|[^\\])(?:\\\\)*[<>[\]`*_#]|^\s*(?:[-+]|\d+[.)])/;
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, other) => {
      const evil = `${text}\n# ${other}\n<img src=x onerror=a()>\n1. one [[link]](javascript:a)`;
      const articles = grouped([made(1, { quote: evil, note: evil, title: evil, feed_title: evil })], '');
      const rows = toMarkdown(articles, evil, '2026-01-05T00:00:00.000Z').split('\n');
      const bare = rows
        .filter((row) => !line.test(row))
        .map((row) => row.replace(/^(?:## \[|> )/, '').replace(/\]\(<https:\/\/a\.example\/1>\)$/, ''));
      expect(bare.filter((row) => markup.test(row))).toEqual([]);
    }),
    { numRuns: runs(300), examples: [['\u2028', '']] },
  );
});
