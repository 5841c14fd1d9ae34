import type { CrawlSettings } from '../../contract/index.ts';

const withoutWww = (hostname: string): string => hostname.replace(/^www\./, '');

/** Returns the test of whether an address is on the sites of a crawl; `www.` makes no difference. */
export const scopeTest = ({ seeds, scope }: Pick<CrawlSettings, 'seeds' | 'scope'>) => {
  const sites = seeds.flatMap((seed) => {
    const url = URL.parse(seed);
    return url === null ? [] : [{ name: withoutWww(url.hostname), port: url.port }];
  });
  const exact = new Set(sites.map(({ name, port }) => `${name}:${port}`));
  return (address: string): boolean => {
    const url = URL.parse(address);
    if (url === null) return false;
    const name = withoutWww(url.hostname);
    if (exact.has(`${name}:${url.port}`)) return true;
    return (
      scope === 'subdomains' && sites.some((site) => site.port === url.port && name.endsWith(`.${site.name}`))
    );
  };
};
