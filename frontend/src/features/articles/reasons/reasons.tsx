import type { ReactNode } from 'react';
import type { ArticleRow, Feed, Reason } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChevronIcon } from '../../../components/icons.tsx';
import { isTelling, languageOf, scoreText, weightText } from '../../../lib/format.ts';
import type { Dictionary } from '../../../lib/i18n/en/start.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { feedsQuery } from '../../../lib/queries/feeds.ts';
import { readStored, writeStored } from '../../../lib/storage.ts';
import { Alike, PassageText, productText } from './reason-parts.tsx';
import { useAskedWhy } from './asked-why.ts';
import { ReasonChips, reasonText, sourceText, weakText } from './reason-chips.tsx';
import type { Marking } from './use-marking.ts';

/** Returns the length of a reason's bar. The largest contribution has the full length. */
const widthOf = (reason: Reason, largest: number): string =>
  `${largest <= 0 ? 0 : Math.max(1, (Math.abs(reason.contribution) / largest) * 100)}%`;

/** There the bars stand between the names and the figures; elsewhere, as in a narrow pane, they have a line of their own. */
const wideReasons = '@container (min-width: 36rem)';

type LineProps = { reason: Reason; largest: number; feed: Feed | undefined; point: Marking['point'] };

const textOf = (reason: Reason, feed: Feed | undefined, t: Dictionary): string => {
  if (reason.kind === 'source') return sourceText(feed, t);
  return reason.kind === 'weak' ? weakText(reason, t) : reasonText(reason, t);
};

const Bar = ({ reason, largest }: Pick<LineProps, 'reason' | 'largest'>) => (
  <Box
    gridColumn="1 / -1"
    gridRow="2"
    h="2.5"
    css={{ [wideReasons]: { gridColumn: 'auto', gridRow: 'auto' } }}
  >
    <Box
      h="full"
      borderRadius="full"
      bg={reason.contribution < 0 ? 'border.emphasized' : 'shu.solid'}
      opacity="0.9"
      data-testid="reason-bar"
      style={{ width: widthOf(reason, largest) }}
    />
  </Box>
);

const ReasonLine = ({ reason, largest, feed, point }: LineProps) => {
  const { t } = useI18n();
  const ranking = useTexts('ranking');
  const { decimal } = t.numbers;
  const weight = decimal(weightText(reason.weight));
  const contribution = decimal(scoreText(reason.contribution));
  const text = textOf(reason, feed, t);
  const isWeak = reason.kind === 'weak';
  const isFactor = !isWeak && reason.kind !== 'keyword' && reason.kind !== 'learned';
  const parts = isWeak ? '' : isFactor ? `× ${weight}` : decimal(productText(reason) ?? ranking.lowered);
  return (
    <Box
      as="li"
      aria-label={
        isWeak
          ? ranking.weakLine(text, contribution)
          : isFactor
            ? ranking.factorLine(text, weight, contribution)
            : ranking.reasonLine(text, parts, contribution)
      }
      display="grid"
      gridTemplateColumns="1fr auto"
      css={{ [wideReasons]: { gridTemplateColumns: 'minmax(6rem, 12rem) 1fr 10.5rem' } }}
      columnGap="3"
      rowGap="1"
      alignItems="center"
      textStyle="sm"
      // A finger leaves no pointer behind, so a touch would mark and never end it.
      onPointerEnter={(event) => event.pointerType === 'mouse' && point(reason)}
      onPointerLeave={() => point(null)}
    >
      {/* A keyword is known to its reader. Any other part is told in words, which must not be cut. */}
      <Box truncate={reason.kind === 'keyword'} fontWeight="medium" lang={languageOf(text)} title={text}>
        {text}
      </Box>
      <Bar reason={reason} largest={largest} />
      <Box fontVariantNumeric="tabular-nums" color="fg.muted" whiteSpace="nowrap" textAlign="end">
        {parts}{' '}
        <Box as="span" color="fg" fontWeight="semibold">
          {contribution}
        </Box>
      </Box>
      {reason.alike === null ? null : <Alike alike={reason.alike} isLiked={reason.contribution > 0} />}
      {reason.passage === null ? null : <PassageText passage={reason.passage} />}
    </Box>
  );
};

const Note = ({ children }: { children: string }) => (
  <Box color="fg.muted" textStyle="sm">
    {children}
  </Box>
);

type ExplainedProps = { reasons: Reason[]; feed: Feed | undefined; marking: Marking };

const Explained = ({ reasons, feed, marking }: ExplainedProps) => {
  const { t } = useI18n();
  const ranking = useTexts('ranking');
  const telling = reasons.filter((reason) => isTelling(reason.contribution));
  // Keywords of the weak part add something, but it is not known which do.
  const silent = reasons.some(({ kind }) => kind === 'weak') ? 0 : reasons.length - telling.length;
  if (reasons.length === 0) return <Note>{ranking.whyNoKeywords}</Note>;
  if (telling.length === 0) return <Note>{ranking.whyNone}</Note>;
  // The score that a row shows is older than the reasons, which tell the age of the article too.
  const score = reasons.reduce((sum, { contribution }) => sum + contribution, 0);
  const largest = Math.max(...telling.map((reason) => Math.abs(reason.contribution)));
  return (
    <>
      <Flex as="ul" direction="column" gap={{ base: '4', sm: '3' }} listStyleType="none">
        {telling.map((reason) => (
          <ReasonLine
            key={reason.keyword_id}
            reason={reason}
            largest={largest}
            feed={feed}
            point={marking.point}
          />
        ))}
      </Flex>
      <Flex
        mt="3"
        pt="2.5"
        borderTopWidth="1px"
        borderColor="border"
        justifyContent="space-between"
        alignItems="baseline"
        gap="4"
        textStyle="sm"
      >
        <Box color="fg.muted">{silent > 0 ? ranking.others(silent) : ''}</Box>
        <Box fontVariantNumeric="tabular-nums" flexShrink="0" data-testid="score-total">
          <Box as="span" color="fg.muted" me="2">
            {ranking.total}
          </Box>
          <Box as="span" fontWeight="bold" color="shu.fg">
            {t.numbers.decimal(scoreText(score))}
          </Box>
        </Box>
      </Flex>
    </>
  );
};

const storageKey = 'omomi.reasons-open';

/**
 * Returns whether the bars are shown, and the function that changes it. If the reader opens them, the next article shows them too;
 * the menu of an article opens them for that article alone.
 */
const useShown = (articleId: string, headingId: string) => {
  const [isShown, setIsShown] = useState(() => readStored(storageKey) === 'true');
  useAskedWhy(articleId, () => {
    setIsShown(true);
    // The closing menu gives the focus back to its button first.
    requestAnimationFrame(() => document.getElementById(headingId)?.focus());
  });
  const toggle = (): void => {
    writeStored(storageKey, String(!isShown));
    setIsShown(!isShown);
  };
  return { isShown, toggle };
};

type Props = {
  row: Pick<ArticleRow, 'article_id' | 'feed_id' | 'importance_score' | 'top_reasons'>;
  /** Undefined until the article is loaded. */
  reasons: Reason[] | undefined;
  /** True if it could not be loaded. */
  hasFailed: boolean;
  headingId: string;
  marking: Marking;
  /** What can be done with the article, in the line of the reasons. */
  tools: ReactNode;
};

/** Shows the bars of the reasons, or why there are none. */
const Body = ({ row, reasons, hasFailed, marking }: Omit<Props, 'headingId' | 'tools'>) => {
  const { t } = useI18n();
  const ranking = useTexts('ranking');
  const { data: feeds } = useQuery(feedsQuery);
  const feed = feeds?.items.find((each) => each.feed_id === row.feed_id);
  if (row.importance_score === null) return <Note>{ranking.whyUnscored}</Note>;
  if (reasons !== undefined) return <Explained reasons={reasons} feed={feed} marking={marking} />;
  if (!hasFailed) return <Skeleton h="4.5rem" borderRadius="md" aria-label={t.common.loading} />;
  return <Note>{t.article.loadFailed}</Note>;
};

/** Marks the words in the article. It stands below the bars, because the tools would move if it came into their line. */
const MarkWords = ({ marking }: { marking: Marking }) => {
  const ranking = useTexts('ranking');
  return (
    <Button
      size="sm"
      variant={marking.isOn ? 'solid' : 'outline'}
      aria-pressed={marking.isOn}
      mt="3"
      onClick={marking.toggle}
    >
      {ranking.markWords}
    </Button>
  );
};

/**
 * Explains the score in one line of chips, and, opened, by a bar for each keyword's contribution. The contributions sum
 * to the score.
 */
export const Reasons = ({ headingId, tools, ...props }: Props) => {
  const { t } = useI18n();
  const { row, marking } = props;
  const { isShown, toggle } = useShown(row.article_id, headingId);
  const bodyId = `${headingId}-body`;
  return (
    <Box as="section" aria-labelledby={headingId} mt="2" mb="4">
      <Flex wrap="wrap" alignItems="center" columnGap={{ base: '1', sm: '2' }} minH="10">
        <Button
          size="sm"
          variant="ghost"
          ms="-3"
          flexShrink="0"
          id={headingId}
          aria-expanded={isShown}
          aria-controls={isShown ? bodyId : undefined}
          onClick={toggle}
        >
          {t.article.why}
          <Box
            as="span"
            transform={isShown ? 'rotate(90deg)' : undefined}
            color="fg.subtle"
            aria-hidden="true"
          >
            <ChevronIcon />
          </Box>
        </Button>
        {isShown ? null : (
          // One line, in the room that the tools leave: what does not fit is told by the bars. The first item is
          // empty and as high as a chip, so that a chip that is not whole wraps, and is cut off with its line.
          <Box
            flex="1 1 0"
            minW="0"
            maxH="1.6rem"
            overflow="hidden"
            hideBelow="md"
            css={{ '& > ul::before': { content: '""', height: '1.35rem' } }}
          >
            <ReasonChips reasons={row.top_reasons} isRead={false} />
          </Box>
        )}
        {tools}
      </Flex>
      {isShown ? (
        <Box id={bodyId} css={{ containerType: 'inline-size' }}>
          <Box bg="bg.subtle" borderRadius="xl" px={{ base: '4', sm: '5' }} py="4" mt="1">
            <Body {...props} />
            {marking.isPossible ? <MarkWords marking={marking} /> : null}
          </Box>
        </Box>
      ) : null}
    </Box>
  );
};
