import { describe, expect, it } from 'vitest';
import { type Route, crawlSections, parsePath, pathOf, settingsSections } from './route.ts';

const every: Route[] = [
  { page: 'reading' },
  { page: 'today' },
  { page: 'search' },
  { page: 'feeds' },
  { page: 'keywords' },
  { page: 'jobs' },
  { page: 'owner' },
  { page: 'sign-in' },
  { page: 'goodbye' },
  { page: 'crawls' },
  { page: 'new-crawl' },
  ...crawlSections.map((section) => ({ page: 'crawl', crawl_id: '01m3k9x2crawl', section }) as const),
  ...settingsSections.map((section) => ({ page: 'settings', section }) as const),
];

describe('the page in the address bar', () => {
  it.each(every)('is read back as it was written: %o', (route) => {
    expect(parsePath(pathOf(route))).toEqual(route);
    expect(parsePath(`${pathOf(route)}/`)).toEqual(route);
  });

  it('shows the articles for unknown paths, and the first settings for an unknown section', () => {
    for (const path of ['/', '', '/feeds/1', '/sign-ins', '//'])
      expect(parsePath(path)).toEqual({ page: 'reading' });
    expect(parsePath('/settings/mosaic')).toEqual({ page: 'settings', section: 'display' });
    expect(parsePath('/crawls/01m3k9x2crawl/mosaic')).toMatchObject({ page: 'crawl', section: 'pages' });
    for (const path of ['/crawls/a', '/crawls/A%20B', '/crawls/..%2F..'])
      expect(parsePath(path)).toEqual({ page: 'crawls' });
  });
});
