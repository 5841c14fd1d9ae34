import { strFromU8, unzipSync } from 'fflate';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Highlight } from '@omomi/backend/contract';
import { runs } from '../../../../../backend/test/harness/property-runs.ts';
import { anyCharacter } from '../../../../../backend/test/harness/samples/any-character.ts';
import { grouped } from './queries.ts';
import { fileNames, toMarkdownFiles } from './markdown-files.ts';

const made = (n: number, title: string, more: Partial<Highlight> = {}): Highlight => ({
  highlight_id: `highlight${n}`,
  article_id: String(n).padStart(19, '1'),
  title,
  link: `https://a.example/${n}`,
  feed_title: 'Coast: "news"',
  quote: `Quote ${n}`,
  prefix: '',
  suffix: '',
  start: n,
  rival: -1,
  colour: 'yellow',
  note: '',
  made_at: `2026-01-0${n}T00:00:00.000Z`,
  ...more,
});

it('names have the letters of any language, nothing that a system refuses, and a number where they are the same', () => {
  expect(
    fileNames([
      '灯台の明かり',
      'A/B: "C"?',
      'a b c',
      'con',
      'COM1.txt',
      'Console',
      '...',
      '',
      '.hidden. ',
      'é',
      'e\u0301',
    ]),
  ).toEqual([
    '灯台の明かり.md',
    'A B C.md',
    'a b c 2.md',
    '_con.md',
    '_COM1.txt.md',
    'Console.md',
    'Untitled.md',
    'Untitled 2.md',
    'hidden.md',
    'é.md',
    'é 2.md',
  ]);
});

it('names are always distinct, short and allowed everywhere', () => {
  const title = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 300 }),
    fc.constantFrom('nul', 'a', 'A', 'a 2', '../x', 'lpt¹', '\u202Eexe'),
  );
  fc.assert(
    fc.property(fc.array(title, { maxLength: 12 }), (titles) => {
      const names = fileNames(titles);
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(titles.length);
      for (const name of names) {
        expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255);
        expect(name).not.toMatch(/[\\/:*?"<>|\p{C}]|^[ .]|[ .]\.md$|^(?:con|nul|lpt¹)\./iu);
      }
    }),
    { numRuns: runs(300) },
  );
});

it('a file an article has front matter of its own, its quotes in order and its notes', () => {
  const all = [
    made(1, 'The harbour'),
    made(2, 'The harbour', { article_id: '1'.repeat(19), start: 0, note: 'Why?' }),
    made(3, '灯台', { link: null, feed_title: '', quote: '明かり' }),
  ];
  all[0] = { ...all[0]!, article_id: '1'.repeat(19) };
  const files = Object.entries(unzipSync(toMarkdownFiles(grouped(all, '')))).map(([name, bytes]) => [
    name,
    strFromU8(bytes),
  ]);
  expect(files).toEqual([
    [
      '灯台.md',
      '---\ntitle: "灯台"\ncreated: 2026-01-03T00:00:00.000Z\ntags:\n  - highlights\nsource: Omomi\n---\n\n> 明かり\n',
    ],
    [
      'The harbour.md',
      '---\ntitle: "The harbour"\nurl: "https://a.example/2"\nfeed: "Coast: \\"news\\""\ncreated: 2026-01-01T00:00:00.000Z\ntags:\n  - highlights\nsource: Omomi\n---\n\n> Quote 2\n\nWhy?\n\n> Quote 1\n'.replace(
        'a.example/2',
        'a.example/1',
      ),
    ],
  ]);
});
