import type { Article, ArticleRow, OpenedArticle } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect } from 'react';
import { ErrorState } from '../../../components/page/states.tsx';
import { DotIcon } from '../../../components/icons.tsx';
import { languageOf } from '../../../lib/format.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { loadPart } from '../../../lib/load-part.tsx';
import { usePreferences } from '../../../lib/preferences/preferences.tsx';
import { loadSerifs } from '../../../lib/preferences/reading-type.ts';
import { ArticleBody } from './article-body.tsx';
import { ArticleTools, Byline } from './article-tools.tsx';
import { type RowActions, rowButtonId, rowId } from '../list/row-parts.tsx';
import { OtherSources } from '../list/article-story.tsx';
import { EndOfText } from './end-of-text.tsx';
import { FullTextNote, useFollowText } from './full-text-note.tsx';
import { articleQuery } from '../queries.ts';
import { healthQuery } from '../../../lib/queries/common.ts';
import { Thumbs } from './thumbs.tsx';
import { Reasons } from '../reasons/reasons.tsx';
import { useMarking } from '../reasons/use-marking.ts';

const MachineTexts = loadPart(async () => (await import('./machine-texts.tsx')).MachineTexts);

/** Offers what the model of this service writes of an article, if it has one. */
const TextsOfModel = ({ article }: { article: OpenedArticle }) => {
  const { data: health } = useQuery(healthQuery);
  if (health?.has_text_model !== true || article.content === '') return null;
  return (
    <Suspense>
      <MachineTexts article={article} />
    </Suspense>
  );
};

const TextSkeleton = () => (
  <Flex direction="column" gap="3" maxW="40rem" minH="16rem" aria-hidden="true">
    {['96%', '100%', '92%', '98%', '60%'].map((width) => (
      <Skeleton key={width} h="1rem" w={width} />
    ))}
  </Flex>
);

/** Checks whether the reader should know before the text that it is about to change. */
const isUrgent = ({ full_text }: Pick<Article, 'full_text'>): boolean => full_text.state === 'coming';

/** Loads the face of the text together with the text. */
const useSerifs = (title: string): void => {
  const preferences = usePreferences();
  useEffect(() => loadSerifs(preferences, title, languageOf(title)), [preferences, title]);
};

type Props = {
  row: ArticleRow;
  actions: RowActions;
  /** Shown after the text, once it is there. */
  after?: ReactNode;
};

/** Shows the open article under its row. Little stands before its text, which begins in the first screen of a phone. */
export const OpenArticle = ({ row, actions, after }: Props) => {
  const { t } = useI18n();
  const reading = useTexts('reading');
  const { data, error, refetch } = useQuery(articleQuery(row.article_id));
  useFollowText(data);
  useSerifs(row.title);
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
      <Byline row={row} author={actions.mode === 'in_place' ? (data?.author ?? null) : null} />
      <Reasons
        row={row}
        reasons={data?.reasons}
        hasFailed={error !== null}
        headingId={`${id}-why`}
        marking={marking}
        tools={<ArticleTools row={row} />}
      />
      {data && isUrgent(data) ? <FullTextNote article={data} /> : null}
      {data ? <TextsOfModel article={data} /> : null}
      <div id={`${id}-text`}>{data ? <ArticleBody article={data} row={row} /> : null}</div>
      {data && data.content.trim() !== '' ? (
        <EndOfText articleId={row.article_id} isRead={row.is_read} />
      ) : null}
      {data && !isUrgent(data) ? <FullTextNote article={data} /> : null}
      <OtherSources story={data?.story} />
      {/* Not before: the answer would not have an opinion that is given while the article is loaded. */}
      {data ? <Thumbs row={row} opinion={data.opinion} /> : null}
      {data ? after : null}
      {!data && error ? (
        <ErrorState title={t.article.loadFailed} error={error} onRetry={() => void refetch()} />
      ) : null}
      {!data && !error ? <TextSkeleton /> : null}
      <Flex mt="6" ms="-4" wrap="wrap">
        <Button size="md" variant="ghost" color="fg.muted" onClick={() => actions.toggleOpen(row)}>
          {t.article.close}
        </Button>
        <Button
          size="md"
          variant="ghost"
          color="fg.muted"
          aria-pressed={!row.is_read}
          onClick={() => actions.setRead(row, !row.is_read)}
        >
          <DotIcon filled={!row.is_read} />
          {reading.keepUnread}
        </Button>
      </Flex>
    </Box>
  );
};
