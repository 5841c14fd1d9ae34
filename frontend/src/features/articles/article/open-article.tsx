import type { ArticleRow } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ExternalIcon } from '../../../components/icons.tsx';
import { ErrorState } from '../../../components/page/states.tsx';
import { fullTime, languageOf } from '../../../lib/format.ts';
import { useI18n } from '../../../lib/i18n/language.tsx';
import { ArticleBody } from './article-body.tsx';
import { type RowActions, rowButtonId, rowId } from '../list/row-parts.tsx';
import { OtherSources } from '../stories/row-sources.tsx';
import { EndOfText } from './end-of-text.tsx';
import { FullTextNote } from './full-text-note.tsx';
import { useFollowText } from './use-full-text.ts';
import { articleQuery } from '../queries.ts';
import { Thumbs } from '../opinions/thumbs.tsx';
import { Reasons } from '../reasons/reasons.tsx';
import { useMarking } from '../reasons/use-marking.ts';

const TextSkeleton = () => (
  <Flex direction="column" gap="3" maxW="40rem" minH="16rem" aria-hidden="true">
    {['96%', '100%', '92%', '98%', '60%'].map((width) => (
      <Skeleton key={width} h="1rem" w={width} />
    ))}
  </Flex>
);

/** Shows the author, the time, and the link to the article at its source. */
const Source = ({ row, author }: { row: ArticleRow; author: string | null }) => {
  const { t, language } = useI18n();
  return (
    <Flex wrap="wrap" alignItems="center" justifyContent="space-between" columnGap="4" rowGap="3">
      <Box color="fg.muted" textStyle="sm">
        {author ? (
          <Box as="span" lang={languageOf(author)}>
            {t.article.by(author)} ·{' '}
          </Box>
        ) : null}
        {fullTime(row.published_at, language)}
      </Box>
      {row.link === null ? null : (
        <Button asChild size="md" variant="subtle">
          <a href={row.link} target="_blank" rel="noopener noreferrer">
            <ExternalIcon />
            {t.article.original}
          </a>
        </Button>
      )}
    </Flex>
  );
};

type Props = {
  row: ArticleRow;
  actions: RowActions;
  /** Shown after the text, once it is there. */
  after?: ReactNode;
};

/** Shows the open article under its row: author, link, reasons and text. */
export const OpenArticle = ({ row, actions, after }: Props) => {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(articleQuery(row.article_id));
  useFollowText(data);
  const id = rowId(row.article_id);
  const marking = useMarking(data, `${rowButtonId(row.article_id)} ${id}-text`);
  return (
    <Box
      as="section"
      id={`${id}-body`}
      aria-labelledby={rowButtonId(row.article_id)}
      px={{ base: '3', md: '5' }}
      pb="8"
      ps={{ base: '3', md: '5.75rem' }}
      animation="fade-in 180ms ease-out"
    >
      <Source row={row} author={data?.author ?? null} />
      <OtherSources story={data?.story} />
      <Reasons
        row={row}
        reasons={data?.reasons}
        hasFailed={error !== null}
        headingId={`${id}-why`}
        marking={marking}
      />
      {data ? <FullTextNote article={data} /> : null}
      <div id={`${id}-text`}>{data ? <ArticleBody article={data} /> : null}</div>
      {data && data.content.trim() !== '' ? (
        <EndOfText articleId={row.article_id} isRead={row.is_read} />
      ) : null}
      <Thumbs row={row} opinion={data?.opinion ?? null} />
      {data ? after : null}
      {!data && error ? (
        <ErrorState title={t.article.loadFailed} error={error} onRetry={() => void refetch()} />
      ) : null}
      {!data && !error ? <TextSkeleton /> : null}
      <Button
        size="md"
        variant="ghost"
        color="fg.muted"
        mt="6"
        ms="-4"
        onClick={() => actions.toggleOpen(row)}
      >
        {t.article.close}
      </Button>
    </Box>
  );
};
