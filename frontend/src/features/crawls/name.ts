import type { CrawlSettings } from '@omomi/backend/contract';
import { hostOf } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { crawlTexts } from '../../lib/i18n/texts/crawls/crawl.ts';

/** Returns a function that names a crawl by the hosts of its seeds: "example.com and 2 more". */
export const useCrawlName = (): ((settings: Pick<CrawlSettings, 'seeds'>) => string) => {
  const texts = useTexts(crawlTexts);
  return ({ seeds }) => {
    const [first = '', ...others] = new Set(seeds.map(hostOf));
    return texts.name(first, others.length);
  };
};
