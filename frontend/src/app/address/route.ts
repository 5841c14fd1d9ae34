import { jobId } from '@omomi/backend/contract';
import { inject, parse } from 'regexparam';

export const settingsSections = ['display', 'reading', 'feeds', 'apps', 'account'] as const;
export type SettingsSection = (typeof settingsSections)[number];

/** The parts of a crawl's page. */
export const crawlSections = ['pages', 'slowest', 'broken', 'duplicates', 'errors'] as const;
export type CrawlSection = (typeof crawlSections)[number];

/** The path of each page, as patterns of the router. The first that matches a path decides. */
const patterns = {
  reading: '/',
  today: '/today',
  search: '/search',
  feeds: '/feeds',
  keywords: '/keywords',
  jobs: '/jobs',
  owner: '/owner',
  'sign-in': '/sign-in',
  invitation: '/invitation',
  goodbye: '/goodbye',
  crawls: '/crawls',
  'new-crawl': '/crawls/new',
  crawl: '/crawls/:crawl_id/:section?',
  settings: '/settings/:section?',
} as const;

type Page = keyof typeof patterns;
type PlainPage = Exclude<Page, 'settings' | 'crawl'>;

/** The page of a path. Every unknown path shows the articles, as `/` does. */
export type Route =
  | { [P in PlainPage]: { page: P } }[PlainPage]
  | { page: 'settings'; section: SettingsSection }
  | { page: 'crawl'; crawl_id: string; section: CrawlSection };

/** The page of a path that is shown to a reader who is signed in. */
export type ReaderRoute = Exclude<Route, { page: 'sign-in' | 'invitation' | 'goodbye' }>;

const isPage = (name: string): name is Page => Object.hasOwn(patterns, name);
const pages = Object.keys(patterns).filter(isPage);

/** Returns the route of a page. An unknown crawl shows the list of crawls, an unknown section the first one. */
const routeOf = (page: Page, parameters: readonly (string | undefined)[]): Route => {
  if (page === 'settings') {
    const [section] = parameters;
    return { page, section: settingsSections.find((each) => each === section) ?? 'display' };
  }
  if (page !== 'crawl') return { page };
  const [crawl, section] = parameters;
  const { data } = jobId.safeParse(crawl);
  if (data === undefined) return { page: 'crawls' };
  return { page, crawl_id: data, section: crawlSections.find((each) => each === section) ?? 'pages' };
};

export const parsePath = (path: string): Route => {
  for (const page of pages) {
    const { pattern } = parse(patterns[page]);
    const match = pattern.exec(path);
    if (match !== null) return routeOf(page, match.slice(1));
  }
  return { page: 'reading' };
};

/** Returns the path of a route, which `parsePath` reads back to the same route. The first section is left out. */
export const pathOf = ({ page, ...parameters }: Route): string => {
  const section = 'section' in parameters ? parameters.section : '';
  const isFirst = section === settingsSections[0] || section === crawlSections[0];
  return inject(patterns[page], { ...parameters, section: isFirst ? '' : section });
};

const besideSettings = ['crawls', 'jobs', 'owner'] as const;

/** Returns the pages beside the settings, in the order of their tabs. */
export const pagesBesideSettings = (isOwner: boolean): (typeof besideSettings)[number][] =>
  besideSettings.filter((page) => isOwner || page !== 'owner');

/** Returns true for the settings and for the pages beside them. */
export const isOfSettings = ({ page }: Route): boolean =>
  ['settings', ...besideSettings, 'new-crawl', 'crawl'].includes(page);
