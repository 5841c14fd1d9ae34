import type { SearchPage } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Spinner } from '@chakra-ui/react/spinner';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { languageOf } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';

type Props = {
  /** The name of the saved search that is shown; null if it is not saved. */
  name: string | null;
  /** Undefined until something was searched. */
  page: SearchPage | undefined;
  isPartial: boolean;
  /** True while the number is that of the former search. */
  isOlder: boolean;
};

/** Says how many articles were found, and how far the texts have been looked through. */
export const Status = ({ name, page, isPartial, isOlder }: Props) => {
  const texts = useTexts('search');
  const partial = page?.partial ?? 0;
  // “No articles” above articles that have some of the words would be wrong.
  const found = page === undefined || (page.total === 0 && partial > 0) ? '' : texts.found(page.total);
  const relaxed = partial === 0 ? '' : page?.total === 0 ? texts.relaxed : texts.others(partial);
  return (
    <Flex minH="6" alignItems="center" columnGap="3" wrap="wrap" textStyle="sm" color="fg.muted">
      {name === null ? null : (
        <Box as="span" fontWeight="semibold" color="fg" lang={languageOf(name)}>
          {name}
        </Box>
      )}
      <span data-testid="found" aria-hidden="true">
        {/* Below it says that nothing was found, and what to do. */}
        {page?.total === 0 ? '' : found}
      </span>
      {/* A screen reader hears each number once, when it is that of the query. */}
      <VisuallyHidden as="output" aria-live="polite">
        {isOlder ? '' : [found, relaxed].filter(Boolean).join('. ')}
      </VisuallyHidden>
      {page !== undefined && isPartial ? (
        <Flex alignItems="center" gap="1.5" data-testid="looking">
          <Spinner size="xs" aria-hidden="true" />
          {texts.looking(page.indexed.articles, page.indexed.of)}
        </Flex>
      ) : null}
      {relaxed === '' ? null : (
        <Box
          data-testid="relaxed"
          aria-hidden="true"
          {...(page?.total === 0 ? { flexBasis: 'full', color: 'fg', py: '1' } : {})}
        >
          {relaxed}
        </Box>
      )}
    </Flex>
  );
};
