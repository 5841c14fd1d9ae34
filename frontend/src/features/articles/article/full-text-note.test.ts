import { describe, expect, it } from 'vitest';
import { fullText } from '../../../lib/i18n/en/article.ts';
import { isTeaser, noteOf } from './full-text-note.tsx';

const short = '<p>The tide is late.</p>';
const whole = `<p>${'The tide is late. '.repeat(80)}</p>`;

describe('the note of a text that could not be fetched', () => {
  it.each([
    {
      content: short,
      reason: 'unreachable',
      isAsked: false,
      text: 'The site does not answer.',
      action: 'Try again',
    },
    { content: whole, reason: 'unreachable', isAsked: false, text: null, action: 'Fetch full text' },
    {
      content: whole,
      reason: 'unreachable',
      isAsked: true,
      text: 'The site does not answer.',
      action: 'Try again',
    },
    {
      content: short,
      reason: 'not_longer',
      isAsked: true,
      text: 'The page has no more text than the feed.',
      action: null,
    },
  ] as const)('is told of %j', ({ content, reason, isAsked, text, action }) => {
    const note = noteOf(fullText, { content, full_text: { state: 'failed', reason, site: null } }, isAsked);
    expect(note?.action).toBe(action);
    expect(note?.text?.replace(/^This is the feed’s text. /, '')).toBe(text ?? undefined);
  });

  it.each(['not_longer', 'no_text', 'not_a_page', 'no_link'] as const)(
    'is none where no longer text exists and nobody asked: %s',
    (reason) => {
      const article = { content: short, full_text: { state: 'failed' as const, reason, site: null } };
      expect(noteOf(fullText, article, false)).toBeNull();
    },
  );
});

describe('a teaser', () => {
  it.each([
    ['nothing', '', true],
    ['two sentences', '<p>The tide is late. The harbour waits.</p>', true],
    [
      'little text in long addresses',
      `<p><a href="https://a.example/${'w'.repeat(2_000)}">More</a></p>`,
      true,
    ],
    ['an article', `<p>${'The tide is late. '.repeat(80)}</p>`, false],
    [
      'a Japanese article of half as many characters',
      `<p>${'潮の満ち引きが遅れている。'.repeat(50)}</p>`,
      false,
    ],
  ])('is %s: %#', (_, content, expected) => {
    expect(isTeaser({ content })).toBe(expected);
  });
});
