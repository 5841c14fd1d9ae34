import { Box } from '@chakra-ui/react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { shortTime } from '../../../lib/format.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { keys } from '../../../lib/queries/query-keys.ts';

const AWAY_MS = 60_000;
const USUAL_MS = 10 * 60_000;

/** Asked for every ten minutes, and every minute while the model is away. */
const modelQuery = queryOptions({
  queryKey: keys.model,
  queryFn: ({ signal }) => call('getModel', { signal }),
  refetchInterval: ({ state }) => (state.data?.state === 'away' ? AWAY_MS : USUAL_MS),
  staleTime: AWAY_MS,
  retry: false,
});

/** Says in one line since when the embedding model does not answer. Shows nothing while it does. */
export const ModelNotice = ({ now }: { now: Date }) => {
  const { language } = useI18n();
  const texts = useTexts('ranking');
  const { data } = useQuery(modelQuery);
  if (data?.state !== 'away' || data.away_since === null) return null;
  return (
    <Box
      as="output"
      display="block"
      px={{ base: '3', md: '5' }}
      py="2"
      textStyle="xs"
      color="fg.subtle"
      data-testid="model-away"
    >
      {texts.modelAway(shortTime(data.away_since, now, language), data.waiting)}
    </Box>
  );
};
