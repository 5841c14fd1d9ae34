import type { Keyword, KeywordAdvice, KeywordSuggestion } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { PlusIcon } from '../../components/icons.tsx';
import { call } from '../../lib/api/api.ts';
import { languageOf } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { keys } from '../../lib/queries/query-keys.ts';
import { useAddKeyword, useDeleteKeyword } from './queries.ts';

/** Asks for suggestions again whenever the keywords change, since none is suggested that the reader has. */
const adviceQuery = (keywords: readonly Keyword[]) =>
  queryOptions({
    queryKey: keys.keywordSuggestions(keywords.map(({ keyword_id }) => keyword_id).join()),
    queryFn: ({ signal }) => call('suggestKeywords', { signal }),
    staleTime: 300_000,
  });

type Props = { keywords: readonly Keyword[]; onChanged: () => void };

const Suggestion = ({ item, onAdd }: { item: KeywordSuggestion; onAdd: () => void }) => {
  const texts = useTexts('keywords');
  return (
    <Flex as="li" alignItems="center" gap="3" justifyContent="space-between">
      <Box minW="0">
        <Box fontWeight="medium" truncate lang={languageOf(item.text)}>
          {item.text}
        </Box>
        <Box textStyle="xs" color="fg.muted" title={item.titles.join('\n')}>
          {texts.suggestedBy[item.source](item.count)}
        </Box>
      </Box>
      <Button size="sm" variant="subtle" flexShrink="0" aria-label={texts.addOf(item.text)} onClick={onAdd}>
        <PlusIcon />
        {texts.add}
      </Button>
    </Flex>
  );
};

const Suggestions = ({ items, onChanged }: { items: KeywordSuggestion[]; onChanged: () => void }) => {
  const texts = useTexts('keywords');
  const { mutate: add } = useAddKeyword(onChanged);
  if (items.length === 0) return null;
  return (
    <Box as="section" mt="6" aria-label={texts.suggested}>
      <Box as="h2" textStyle="md" fontWeight="semibold" mb="3">
        {texts.suggested}
      </Box>
      <Flex as="ul" direction="column" gap="2" listStyleType="none" textStyle="sm">
        {items.map((item) => (
          <Suggestion
            key={item.text}
            item={item}
            onAdd={() => add({ text: item.text, weight: 1, is_excluding: false })}
          />
        ))}
      </Flex>
    </Box>
  );
};

const Warnings = ({ keywords, advice, onChanged }: Props & { advice: KeywordAdvice }) => {
  const texts = useTexts('keywords');
  const { mutate: remove } = useDeleteKeyword(onChanged);
  const byId = new Map(keywords.map((keyword) => [keyword.keyword_id, keyword]));
  return (
    <Flex as="ul" direction="column" gap="2" mt="4" listStyleType="none" textStyle="sm" color="fg.muted">
      {advice.same.map(({ keep_id, drop_id }) => {
        const [keep, drop] = [byId.get(keep_id), byId.get(drop_id)];
        if (keep === undefined || drop === undefined) return null;
        return (
          <Flex as="li" key={drop_id} alignItems="center" gap="3" justifyContent="space-between">
            <span>{texts.same(drop.text, keep.text)}</span>
            <Button size="sm" variant="subtle" flexShrink="0" onClick={() => remove(drop)}>
              {texts.merge}
            </Button>
          </Flex>
        );
      })}
      {advice.broad.map(({ keyword_id, share }) => {
        const keyword = byId.get(keyword_id);
        return keyword === undefined ? null : (
          <li key={keyword_id}>{texts.broad(keyword.text, Math.round(100 * share))}</li>
        );
      })}
    </Flex>
  );
};

/** Tells which keywords are the same or too broad. */
export const KeywordWarnings = ({ keywords, onChanged }: Props) => {
  const { data } = useQuery(adviceQuery(keywords));
  return data === undefined ? null : <Warnings keywords={keywords} advice={data} onChanged={onChanged} />;
};

/** Suggests keywords from what the reader reads. */
export const KeywordSuggestions = ({ keywords, onChanged }: Props) => {
  const { data } = useQuery(adviceQuery(keywords));
  return data === undefined ? null : <Suggestions items={data.items} onChanged={onChanged} />;
};
