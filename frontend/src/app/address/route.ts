import { jobId } from '@omomi/backend/contract';

export const settingsSections = ['general', 'feeds', 'rules', 'account', 'tokens', 'data'] as const;
export type SettingsSection = (typeof settingsSections)[number];

/** The parts of a crawl's page. */
export const crawlSections = ['pages', 'slowest', 'broken', 'duplicates', 'errors'] as const;
export type CrawlSection = (typeof crawlSections)[number];

/** The page of a path. Every unknown path shows the articles, as `/` does. */
export type Route =
  | { page: 'reading' }
  | { page: 'today' }
  | { page: 'search' }
  | { page: 'feeds' }
  | { page: 'keywords' }
  | { page: 'jobs' }
  | { page: 'owner' }
  | { page: 'settings'; section: SettingsSection }
  | { page: 'crawls' }
  | { page: 'new-crawl' }
  | { page: 'crawl'; crawl_id: string; section: CrawlSection }
  | { page: 'sign-in' }
  | { page: 'goodbye' };

const reading: Route = { page: 'reading' };

/** Parses what follows `/crawls`. An unknown crawl shows the list of crawls. */
const parseCrawls = (crawl: string | undefined, section: string | undefined): Route => {
  if (crawl === 'new') return { page: 'new-crawl' };
  const { data } = jobId.safeParse(crawl);
  if (data === undefined) return { page: 'crawls' };
  return {
    page: 'crawl',
    crawl_id: data,
    section: crawlSections.find((each) => each === section) ?? 'pages',
  };
};

export const parsePath = (path: string): Route => {
  const [first, second, third] = path.split('/').filter(Boolean);
  if (first === 'feeds' && second === undefined) return { page: 'feeds' };
  if (first === 'crawls') return parseCrawls(second, third);
  if (first === 'settings') {
    return { page: 'settings', section: settingsSections.find((each) => each === second) ?? 'general' };
  }
  return first === 'today' ||
    first === 'search' ||
    first === 'keywords' ||
    first === 'jobs' ||
    first === 'owner' ||
    first === 'sign-in' ||
    first === 'goodbye'
    ? { page: first }
    : reading;
};

/** Returns the path of a route; `parsePath` reads it back to the same route. */
export const pathOf = (route: Route): string => {
  switch (route.page) {
    case 'reading':
      return '/';
    case 'today':
    case 'search':
    case 'feeds':
    case 'keywords':
    case 'jobs':
    case 'owner':
    case 'sign-in':
    case 'goodbye':
      return `/${route.page}`;
    case 'crawls':
      return '/crawls';
    case 'new-crawl':
      return '/crawls/new';
    case 'crawl':
      return `/crawls/${route.crawl_id}${route.section === 'pages' ? '' : `/${route.section}`}`;
    case 'settings':
      return route.section === 'general' ? '/settings' : `/settings/${route.section}`;
  }
};

export const isOfCrawls = ({ page }: Route): boolean =>
  page === 'crawls' || page === 'new-crawl' || page === 'crawl';
