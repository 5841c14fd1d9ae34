import type { CrawlPageState } from '@omomi/backend/contract';
import { Tag } from '../../../components/list-line.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { crawlPagesTexts } from '../../../lib/i18n/texts/crawls/pages.ts';

type Props = {
  /** Null: the address is not a page of the crawl. */
  state: CrawlPageState | null;
  status_code: number | null;
};

/** Shows the status code of a page, or its state if it has none. */
export const StatusMark = ({ state, status_code: code }: Props) => {
  const texts = useTexts(crawlPagesTexts);
  if (state === null) return <Tag>{texts.notAsked}</Tag>;
  const isBad = state === 'error' || (code !== null && code >= 400);
  return (
    <Tag tone={isBad ? 'error' : state === 'processing' ? 'strong' : 'plain'}>
      {state === 'completed' && code !== null ? code : texts.states[state]}
    </Tag>
  );
};
