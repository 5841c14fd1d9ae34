import type { JobState } from '@omomi/backend/contract';
import { Tag } from '../../../components/list-line.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { crawlTexts } from '../../../lib/i18n/texts/crawls/crawl.ts';

/** Shows the state of a crawl as a label. */
export const CrawlState = ({ state }: { state: JobState }) => {
  const texts = useTexts(crawlTexts);
  const isActive = state === 'queued' || state === 'running';
  return <Tag tone={state === 'failed' ? 'error' : isActive ? 'strong' : 'plain'}>{texts.states[state]}</Tag>;
};
