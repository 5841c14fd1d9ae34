import type { MachineKind, MachineTextAnswer, OpenedArticle } from '@omomi/backend/contract';
import { queryOptions, useQueryClient, useQuery } from '@tanstack/react-query';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { Spinner } from '@chakra-ui/react/spinner';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/api.ts';
import type { Language } from '../../../lib/i18n/languages.ts';
import { useNotify } from '../../../lib/notify.ts';
import { useDeed } from '../../../lib/queries/use-deed.ts';
import { ErrorState } from '../../../components/page/states.tsx';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { usePreferences } from '../../../lib/preferences/preferences.tsx';
import { readingWidth } from '../../../lib/preferences/reading-type.ts';
import { spokenLanguage } from '../aloud/spoken-language.ts';

/** The article, and the kind and language of the text that the model is to write. */
type Wanted = { articleId: string; kind: MachineKind; language: Language };

/** Milliseconds until it is asked again for a text that is being written. */
const WRITING_MS = 2_000;

/** The query of a text of the model, or of what it would cost. */
const machineTextQuery = ({ articleId, kind, language }: Wanted) =>
  queryOptions({
    queryKey: ['machine-text', articleId, kind, language],
    queryFn: ({ signal }) =>
      call('getMachineText', { params: { article_id: articleId }, query: { kind, language }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'coming' ? WRITING_MS : false),
  });

/** Returns the deed that has a text written. A model that takes longer than the server may goes on writing, and the query waits for it. */
const useMakeText = (wanted: Wanted) => {
  const client = useQueryClient();
  const notify = useNotify();
  const { queryKey } = machineTextQuery(wanted);
  const { articleId, kind, language } = wanted;
  return useDeed({
    mutationFn: () =>
      call('makeMachineText', { params: { article_id: articleId }, body: { kind, language } }),
    onSuccess: (text) => client.setQueryData(queryKey, text),
    onError: (error) => {
      if (!(error instanceof ApiError && error.code === 'BUSY')) notify.error(error);
    },
    reload: [queryKey],
  });
};

/** Shows what the model wrote. It is text of a machine that read text of strangers, so that nothing of it is markup or a link. */
const Written = ({ text, kind }: { text: MachineTextAnswer; kind: MachineKind }) => {
  const texts = useTexts('machineTexts');
  return (
    <>
      {text.paragraphs.map((paragraph, at) => (
        <Box
          as="p"
          // eslint-disable-next-line react/no-array-index-key
          key={at}
          mb="2"
          lineHeight="1.75"
          overflowWrap="anywhere"
          fontWeight={kind === 'translation' && at === 0 ? 'semibold' : undefined}
        >
          {paragraph}
        </Box>
      ))}
      <Box textStyle="xs" color="fg.muted">
        {texts.madeBy(text.model)} {text.is_cut ? texts.isCut : null}
      </Box>
    </>
  );
};

const Offer = ({ text, kind, make }: { text: MachineTextAnswer; kind: MachineKind; make: () => void }) => {
  const texts = useTexts('machineTexts');
  const { language } = useI18n();
  const usd = new Intl.NumberFormat(language, { maximumSignificantDigits: 2 });
  const { used_usd: used, most_usd: most } = text.month;
  return (
    <Flex wrap="wrap" alignItems="center" columnGap="3" rowGap="1" textStyle="sm" color="fg.muted">
      <span>{texts.cost(usd.format(text.usd), usd.format(used), usd.format(most))}</span>
      <Button size="sm" variant="outline" minH="10" onClick={make}>
        {kind === 'summary' ? texts.writeSummary : texts.writeTranslation}
      </Button>
    </Flex>
  );
};

/** Shows a text of the model, or asks before it costs something. */
const Panel = (wanted: Wanted) => {
  const texts = useTexts('machineTexts');
  const { data, error, refetch } = useQuery(machineTextQuery(wanted));
  const { mutate: make, isPending } = useMakeText(wanted);
  // What costs nothing is asked for at once.
  const isFree = data?.state === 'none' && data.usd === 0;
  const isAsked = useRef(false);
  useEffect(() => {
    if (!isFree || isAsked.current) return;
    isAsked.current = true;
    make();
  }, [isFree, make]);
  if (data === undefined)
    return error === null ? (
      <Spinner size="xs" aria-hidden="true" />
    ) : (
      <ErrorState title={texts.failed} error={error} onRetry={() => void refetch()} />
    );
  if (data.state === 'made') return <Written text={data} kind={wanted.kind} />;
  if (isPending || data.state === 'coming')
    return (
      <Flex alignItems="center" gap="2" textStyle="sm" color="fg.muted">
        <Spinner size="xs" aria-hidden="true" />
        {texts.writing(data.model)}
      </Flex>
    );
  return <Offer text={data} kind={wanted.kind} make={make} />;
};

/** Returns the kinds that an article has: a translation only if it seems to be in another language than the page. */
const kindsOf = ({ title, content, summary }: OpenedArticle, language: Wanted['language']): MachineKind[] => {
  const text = `${title} ${summary} ${content.replaceAll(/<[^<>]*>/g, ' ')}`;
  return spokenLanguage(text, [language]).startsWith(language) ? ['summary'] : ['summary', 'translation'];
};

/** Offers a summary and a translation by the model of this service. */
export const MachineTexts = ({ article }: { article: OpenedArticle }) => {
  const texts = useTexts('machineTexts');
  const { language } = useI18n();
  const width = readingWidth(usePreferences());
  const [open, setOpen] = useState<MachineKind | null>(null);
  return (
    <Box data-testid="machine-texts" data-screen-only="" maxW={width} mt="1" mb={open === null ? '3' : '6'}>
      <Flex ms="-2" wrap="wrap">
        {kindsOf(article, language).map((kind) => (
          <Button
            key={kind}
            size="sm"
            variant="ghost"
            minH="10"
            px="2"
            color="fg.muted"
            aria-expanded={open === kind}
            onClick={() => setOpen(open === kind ? null : kind)}
          >
            {kind === 'summary' ? texts.summary : texts.translation}
          </Button>
        ))}
      </Flex>
      <div aria-live="polite">
        {open === null ? null : (
          <Box ps="3" pt="1" borderStartWidth="2px" borderColor="border">
            <Panel key={open} articleId={article.article_id} kind={open} language={language} />
          </Box>
        )}
      </div>
    </Box>
  );
};
