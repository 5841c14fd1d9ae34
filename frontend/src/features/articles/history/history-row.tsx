import type { HistoryItem } from '@omomi/backend/contract';
import { Box, chakra } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { memo, useId, useState } from 'react';
import { ExternalIcon } from '../../../components/icons.tsx';
import { fullTime, languageOf, relativeTime } from '../../../lib/format.ts';
import { useI18n } from '../../../lib/i18n/language.tsx';
import { ArticleBody } from '../article/article-body.tsx';

/** Shows one item of a feed's document, and its text when it is open. */
export const HistoryRow = memo(({ item, now }: { item: HistoryItem; now: Date }) => {
  const { t, language } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <Box as="li" data-testid="history-row" px={{ base: '3', md: '5' }} py="3.5" borderRadius="xl">
      <Box as="h3" textStyle="title" fontWeight="400" color={isOpen ? 'fg' : 'fg.muted'}>
        <chakra.button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          textAlign="start"
          cursor="pointer"
          font="inherit"
          w="full"
          minH="10"
          onClick={() => setOpen(!isOpen)}
          lang={languageOf(item.title)}
        >
          {item.title}
        </chakra.button>
      </Box>
      <Box textStyle="xs" color="fg.subtle">
        <time dateTime={item.published_at} title={fullTime(item.published_at, language)}>
          {item.is_date_estimated ? '~' : ''}
          {relativeTime(item.published_at, now, language)}
        </time>
        {item.author === null ? '' : ` · ${t.article.by(item.author)}`}
      </Box>
      {isOpen ? (
        <Box id={id} pt="4" pb="6">
          {item.link === null ? null : (
            <Button asChild size="md" variant="subtle" mb="4">
              <a href={item.link} target="_blank" rel="noopener noreferrer">
                <ExternalIcon />
                {t.article.original}
              </a>
            </Button>
          )}
          <ArticleBody article={item} />
        </Box>
      ) : null}
    </Box>
  );
});
HistoryRow.displayName = 'HistoryRow';
