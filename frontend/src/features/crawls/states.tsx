import type { JobState, CrawlPageState } from '@omomi/backend/contract';
import { Tag } from '../../components/list-line.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';

/** Shows the state of a crawl as a label. */
export const CrawlState = ({ state }: { state: JobState }) => {
  const texts = useTexts('crawl');
  const isActive = state === 'queued' || state === 'running';
  return <Tag tone={state === 'failed' ? 'error' : isActive ? 'strong' : 'plain'}>{texts.states[state]}</Tag>;
};

type Props = {
  /** Null: the address is not a page of the crawl. */
  state: CrawlPageState | null;
  status_code: number | null;
};

/** Shows the status code of a page, or its state if it has none. */
export const StatusMark = ({ state, status_code: code }: Props) => {
  const texts = useTexts('crawlPages');
  if (state === null) return <Tag>{texts.notAsked}</Tag>;
  const isBad = state === 'error' || (code !== null && code >= 400);
  return (
    <Tag tone={isBad ? 'error' : state === 'processing' ? 'strong' : 'plain'}>
      {state === 'completed' && code !== null ? code : texts.states[state]}
    </Tag>
  );
};
