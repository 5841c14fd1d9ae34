import type { ArticleRow } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type LinkTo, InnerLink } from '../../components/inner-link.tsx';
import { languageOf, relativeTime } from '../../lib/format.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { relatedQuery } from './queries.ts';

/** The time for which the reader stays near the end of an article before its related ones are asked for, in milliseconds. */
const STAY_MS = 3_000;

/**
 * Becomes true when the element has been near the screen for three seconds. What is never reached is never asked for, and
 * who steps through a list makes one request for each article.
 */
const useIsNear = () => {
  const ref = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null || isNear) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer);
        if (entries.at(-1)?.isIntersecting === true) timer = setTimeout(() => setNear(true), STAY_MS);
      },
      { rootMargin: '600px' },
    );
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [isNear]);
  return { ref, isNear };
};

const RelatedLine = ({ row, to, now }: { row: ArticleRow; to: LinkTo; now: Date }) => {
  const { t, language } = useI18n();
  return (
    <Box as="li" pb="1.5" lang={languageOf(row.title)}>
      <InnerLink
        to={to}
        display="block"
        py="2"
        minH="11"
        color={row.is_read ? 'fg.muted' : 'fg'}
        fontWeight={row.is_read ? '400' : '500'}
      >
        {row.title}
      </InnerLink>
      <Box textStyle="xs" color="fg.subtle">
        {row.feed_title} · {relativeTime(row.published_at, now, language)}
        {row.is_saved ? ` · ${t.list.filters.saved}` : ''}
      </Box>
    </Box>
  );
};

type Props = {
  articleId: string;
  now: Date;
  /** The address at which an article of the reader opens. */
  linkTo: (row: ArticleRow) => LinkTo;
  /** The address of the search for all that is like an article. */
  linkToLike: (articleId: string) => LinkTo;
};

/** Shows under an open article what else the reader has on the subject. Shows nothing if nothing is near. */
export const Related = ({ articleId, now, linkTo, linkToLike }: Props) => {
  const texts = useTexts('search');
  const { ref, isNear } = useIsNear();
  const { data } = useQuery({ ...relatedQuery(articleId), enabled: isNear });
  const id = `related-${articleId}`;
  return (
    <div ref={ref}>
      {data === undefined || data.items.length === 0 ? null : (
        <Box as="section" aria-labelledby={id} mt="8" maxW="40rem" data-testid="related">
          <Flex alignItems="baseline" justifyContent="space-between" gap="4">
            <Box as="h3" id={id} textStyle="sm" fontWeight="semibold">
              {texts.related}
            </Box>
            <InnerLink to={linkToLike(articleId)} textStyle="sm" color="shu.fg" py="2.5">
              {texts.moreLike}
            </InnerLink>
          </Flex>
          <Box as="ul" listStyleType="none" borderStartWidth="2px" borderColor="border" ps="3">
            {data.items.map((row) => (
              <RelatedLine key={row.article_id} row={row} to={linkTo(row)} now={now} />
            ))}
          </Box>
        </Box>
      )}
    </div>
  );
};
