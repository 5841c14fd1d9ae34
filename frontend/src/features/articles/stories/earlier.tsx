import { Box } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { type LinkTo, InnerLink } from '../../../components/inner-link.tsx';
import { languageOf, relativeTime } from '../../../lib/format.ts';
import { useI18n } from '../../../lib/i18n/language.tsx';
import { articleQuery } from '../queries.ts';

type Props = {
  articleId: string;
  now: Date;
  /** The address at which an article of the reader opens. */
  linkTo: (articleId: string) => LinkTo;
};

/** Shows under an open article the one that it continues, as the next act of a saga. Shows nothing if there is none. */
export const Earlier = ({ articleId, now, linkTo }: Props) => {
  const { t, language } = useI18n();
  const { data } = useQuery(articleQuery(articleId));
  const earlier = data?.earlier ?? null;
  if (earlier === null) return null;
  return (
    <Box mt="4" maxW="40rem" data-testid="earlier">
      <Box as="h3" textStyle="sm" fontWeight="semibold">
        {t.article.earlier}
      </Box>
      <Box borderStartWidth="2px" borderColor="border" ps="3" lang={languageOf(earlier.title)}>
        <InnerLink to={linkTo(earlier.article_id)} display="block" py="2" minH="11">
          {earlier.title}
        </InnerLink>
        <Box textStyle="xs" color="fg.subtle">
          {earlier.feed_title} · {relativeTime(earlier.published_at, now, language)}
        </Box>
      </Box>
    </Box>
  );
};
