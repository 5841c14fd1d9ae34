import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  defaultPreferences,
  preferenceChanges,
  preferences,
  storedPreferences,
} from '../../../src/contract/index.ts';
import { profileKey } from '../../../src/storage/table/keys.ts';
import { createTableClient } from '../../../src/storage/table/table.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { functionUrlEvent, lambdaContext } from '../../harness/api/function-url-event.ts';
import { runs } from '../../harness/property-runs.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

const get = (reader: string) => app.as(reader).call('getPreferences');
const set = (reader: string, body: object) => app.as(reader).call('updatePreferences', { body });

const put = async (body: object) => {
  const event = functionUrlEvent({ method: 'PUT', path: '/api/me/preferences', body });
  const answer = await app.api(event, lambdaContext());
  return { status: answer.statusCode, body: JSON.parse(answer.body ?? '{}') };
};

const bounds = { article_days: 7, read_hours: 24 };

describe('preferences', () => {
  it('are the defaults for a reader who set none, with the longest retention', async () => {
    expect(await get('nobody')).toEqual({
      version: 1,
      ...defaultPreferences,
      retention_bounds: bounds,
      has_tags: false,
      has_highlights: false,
    });
  });

  it('are stored independently of each other', async () => {
    const chosen = {
      theme: 'dark',
      language: 'ja',
      page_size: 20,
      show_images: false,
      show_list_images: false,
      proxy_images: false,
      text_size: 'large',
      text_width: 'wide',
      text_face: 'sans',
      text_spacing: 'loose',
      mark_read_on_open: false,
      mark_read_on_scroll: true,
      default_sort: 'published_at',
      default_filter: 'unread',
      view: 'magazine',
      open_articles: 'in_place',
      retention: { article_days: 3, read_hours: 2 },
      freshness_days: 7,
      mark_story_read: true,
      app_reasons: 'footer',
      balance: false,
      learns: true,
    };
    for (const [name, value] of Object.entries(chosen)) await set('each', { [name]: value });
    expect(await get('each')).toEqual({
      version: 1,
      ...chosen,
      retention_bounds: bounds,
      has_tags: false,
      has_highlights: false,
    });
    await set('each', { retention: null });
    expect((await get('each')).retention).toBeNull();
  });

  it('do not lose concurrent changes', async () => {
    await Promise.all([
      set('hasty', { theme: 'light' }),
      set('hasty', { view: 'cards' }),
      set('hasty', { page_size: 100 }),
      set('hasty', { show_images: false }),
    ]);
    expect(await get('hasty')).toMatchObject({
      theme: 'light',
      view: 'cards',
      page_size: 100,
      show_images: false,
    });
  });

  it('start a recalculation or a cleanup only where scores or retention depend on them', async () => {
    const kinds = async () => (await app.as('calm').call('listJobs')).items.map(({ kind }) => kind);
    await set('calm', { theme: 'dark', page_size: 10 });
    expect(await kinds()).toEqual([]);
    expect((await app.stores.profiles.get('calm'))?.keywords_version).toBe(0);
    await set('calm', { learns: true });
    expect(await kinds()).toEqual(['recalculate']);
    expect((await app.stores.profiles.get('calm'))?.keywords_version).toBe(1);
    await set('calm', { retention: { article_days: 1, read_hours: 1 } });
    expect((await kinds()).toSorted()).toEqual(['cleanup', 'recalculate']);
  });

  it('refuse a retention longer than the deployment’s, and name that limit', async () => {
    const answer = await put({ retention: { article_days: 8, read_hours: 1 } });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      error: {
        code: 'VALIDATION_FAILED',
        details: [{ path: 'retention.article_days', message: expect.stringContaining('at most 7') }],
      },
    });
    expect((await get('local')).retention).toBeNull();
  });

  it.each([
    { theme: 'pink' },
    { language: 'fr' },
    { page_size: 0 },
    { page_size: 201 },
    { page_size: '50' },
    { open_articles: 'above' },
    { show_images: null },
    { retention: { article_days: 0, read_hours: 1 } },
    { retention: { article_days: 1 } },
    { default_sort: 'title' },
    { colour: 'red' },
  ])('refuse %j', async (body) => {
    const answer = await put(body);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_FAILED' } } });
  });

  it('fall back to the default for a stored value that this version does not know', async () => {
    const table = createTableClient({ client: app.client, tableName: app.tableName });
    await table.put({
      ...profileKey('later'),
      created_at: '2026-03-01T08:00:00.000Z',
      preferences_version: 9,
      theme: 'plaid',
      view: 'cards',
      page_size: 5000,
      retention: 'for ever',
    });
    expect(await get('later')).toEqual({
      version: 1,
      ...defaultPreferences,
      view: 'cards',
      retention_bounds: bounds,
      has_tags: false,
      has_highlights: false,
    });
  });

  it('are reduced to the deployment’s retention if that has become shorter', async () => {
    await app.stores.profiles.setPreferences(
      'early',
      { retention: { article_days: 30, read_hours: 5 } },
      '2026-03-01T08:00:00.000Z',
    );
    expect((await get('early')).retention).toEqual({ article_days: 7, read_hours: 5 });
  });

  it('can be read from any stored item, and every valid change is returned unchanged', () => {
    const names = fc.constantFrom(...Object.keys(defaultPreferences));
    const comesBack = (item: Record<string, unknown>): boolean => {
      const stored = storedPreferences.parse(item);
      const isWire = preferences.safeParse({
        ...stored,
        version: 1,
        retention_bounds: bounds,
        has_tags: false,
        has_highlights: false,
      }).success;
      const changes = preferenceChanges.safeParse(item).data ?? {};
      return isWire && isDeepStrictEqual({ ...stored, ...changes }, stored);
    };
    expect(() =>
      fc.assert(fc.property(fc.dictionary(names, fc.jsonValue()), comesBack), { numRuns: runs(500) }),
    ).not.toThrow();
  });
});
