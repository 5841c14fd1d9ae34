import { type NewRule, newRuleCondition } from '@omomi/backend/contract';
import { queryOptions, keepPreviousData, useQuery } from '@tanstack/react-query';
import { Box, Flex } from '@chakra-ui/react';
import { z } from 'zod';
import { call } from '../lib/api/api.ts';
import { keys } from '../lib/queries/query-keys.ts';
import { languageOf } from '../lib/format.ts';
import { useTexts } from '../lib/i18n/language.tsx';
import { RetryableError, PreviewBox } from './preview-box.tsx';

/** Asks what the conditions would have matched. The key is their JSON, so that equal conditions are asked once. */
const previewQuery = (conditions: NewRule['conditions']) =>
  queryOptions({
    queryKey: keys.rulePreview(JSON.stringify(conditions)),
    queryFn: ({ signal }) => call('previewRule', { body: { conditions }, signal }),
    enabled: conditions.length > 0,
    retry: false,
    gcTime: 30_000,
  });

const typed = z.array(newRuleCondition);
const DAYS_MS = 7 * 86_400_000;
/** As much as the clocks of the server and the browser may differ. */
const MINUTE_MS = 60_000;

/** Shows what the conditions, as JSON, would have matched ('' for none yet). Shows nothing while they cannot be compared yet. */
export const RulePreview = ({ conditions }: { conditions: string }) => {
  const texts = useTexts('rules');
  const parsed = typed.safeParse(JSON.parse(conditions === '' ? '[]' : conditions));
  const { data, dataUpdatedAt, error, isPlaceholderData, refetch } = useQuery({
    ...previewQuery(parsed.data ?? []),
    placeholderData: keepPreviousData,
  });
  if (parsed.error !== undefined)
    return (
      <Box role="alert" mt="3" textStyle="sm" color="fg.muted" overflowWrap="anywhere">
        {parsed.error.issues[0]?.message}
      </Box>
    );
  if (parsed.data.length === 0) return null;
  if (error !== null) return <RetryableError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Box mt="3">{texts.previewing}</Box>;
  const isWhole = dataUpdatedAt - Date.parse(data.since) >= DAYS_MS - MINUTE_MS;
  const told = isWhole ? texts.preview : texts.previewLatest;
  return (
    <PreviewBox isOld={isPlaceholderData} testId="rule-preview">
      <Box as="output" display="block" fontWeight="medium">
        {told(data.matched, data.looked_at)}
      </Box>
      <Flex as="ul" direction="column" gap="0.5" mt="1" maxH="9rem" overflowY="auto" listStyleType="none">
        {data.items.map(({ article_id, title }) => (
          <Box as="li" key={article_id} truncate lang={languageOf(title)}>
            {title}
          </Box>
        ))}
      </Flex>
    </PreviewBox>
  );
};
