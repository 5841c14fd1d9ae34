import type { CrawlPage } from '@omomi/backend/contract';
import { Box } from '@chakra-ui/react';
import { fullTime, languageOf, relativeTime } from '../../../lib/format.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { bytesText, msText } from '../figures.ts';
import type { ColumnId } from '../view.ts';
import { columns } from './columns.ts';
import { StatusMark } from '../states.tsx';

const Moment = ({ at, now }: { at: string; now: Date }) => {
  const { language } = useI18n();
  return (
    <time dateTime={at} title={fullTime(at, language)}>
      {relativeTime(at, now, language)}
    </time>
  );
};

/** Shows one fact of a page; a dash where it is unknown. */
export const PageValue = ({ id, page, now }: { id: ColumnId; page: CrawlPage; now: Date }) => {
  const { language } = useI18n();
  const texts = useTexts('crawl');
  const { kind, value: valueOf } = columns[id];
  const value = valueOf(page);
  if (value === null)
    return (
      <Box as="span" color="fg.subtle" aria-hidden="true">
        –
      </Box>
    );
  switch (kind) {
    case 'status':
      return <StatusMark state={page.state} status_code={page.status_code} />;
    case 'ms':
      return msText(Number(value), language);
    case 'bytes':
      return bytesText(Number(value), language);
    case 'count':
      return value.toLocaleString(language);
    case 'time':
      return <Moment at={String(value)} now={now} />;
    case 'error':
      return page.last_error_type === null ? null : (
        <span title={page.last_error_message ?? undefined}>{texts.errorTypes[page.last_error_type]}</span>
      );
    case 'code':
      return (
        <Box as="span" fontFamily="mono" fontSize="0.75rem" title={String(value)}>
          {value}
        </Box>
      );
    case 'page':
    case 'text':
      return (
        <span title={String(value)} lang={languageOf(String(value))}>
          {value}
        </span>
      );
  }
};
