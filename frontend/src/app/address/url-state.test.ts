import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Start, type View, parseView, serialiseView } from './list-scope.ts';
import { anyCharacter } from '../../../../backend/test/harness/samples/any-character.ts';

const start: Start = { sort: 'importance_score', filter: 'all' };
const opening: View = { ...start, feed_id: null, folder: null, tag: null, article_id: null };

const hex = (length: number) =>
  fc.string({
    unit: fc.constantFrom(...Array.from('0123456789abcdef')),
    minLength: length,
    maxLength: length,
  });
const folder = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .map((text) => text.trim())
  .filter((text) => text !== '' && text.isWellFormed());
const place = fc.oneof(
  fc.constant({ feed_id: null, folder: null, tag: null }),
  hex(16).map((id) => ({ feed_id: id, folder: null, tag: null })),
  folder.map((name) => ({ feed_id: null, folder: name, tag: null })),
  folder.map((name) => ({ feed_id: null, folder: null, tag: name })),
);
const anyView = fc
  .record({
    sort: fc.constantFrom('published_at', 'importance_score'),
    filter: fc.constantFrom('all', 'unread', 'read', 'saved'),
    place,
    article_id: fc.option(fc.bigInt({ min: 10n ** 18n, max: 10n ** 19n - 1n }).map(String)),
  })
  .map(({ place: where, ...rest }) => ({ ...rest, ...where }) as View);

const anyStart = fc.record<Start>({
  sort: fc.constantFrom('published_at', 'importance_score'),
  filter: fc.constantFrom('all', 'unread', 'read', 'saved'),
});

describe('the view in the address bar', () => {
  it('is always read back as it was written', () => {
    fc.assert(
      fc.property(anyView, anyStart, (view, preferred) => {
        expect(parseView(serialiseView(view, preferred), preferred)).toEqual(view);
      }),
    );
  });

  it('is empty for the view that the reader prefers', () => {
    expect(serialiseView(opening, start)).toBe('');
    expect(parseView('', start)).toEqual(opening);
    expect(parseView('', { sort: 'published_at', filter: 'unread' })).toEqual({
      ...opening,
      sort: 'published_at',
      filter: 'unread',
    });
  });

  it('never throws and is always a view, whatever the address says', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (search) => {
        const view = parseView(`?${search}`, start);
        expect(parseView(serialiseView(view, start), start)).toEqual(view);
      }),
    );
    expect(parseView('?sort=size&filter=%&feed=../x&folder=%20&article=1', start)).toEqual(opening);
  });

  it('lets a feed win over a folder', () => {
    expect(parseView('?feed=0123456789abcdef&folder=News', start)).toMatchObject({
      feed_id: '0123456789abcdef',
      folder: null,
    });
  });
});
