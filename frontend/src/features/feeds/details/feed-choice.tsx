import { Box } from '@chakra-ui/react';
import { type Feed, KEPT_FOR_EVER, textMode, feedVolume } from '@omomi/backend/contract';
import { WideSelect } from '../../../components/controls/inputs.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { useUpdateFeed } from '../mutations.ts';

/** Lets the reader choose where the texts of a feed's articles are from, and shows what the automatic choice found. */
export const TextModeChoice = ({ feed }: { feed: Feed }) => {
  const texts = useTexts('fullText');
  const update = useUpdateFeed();
  const found = feed.found_text === null ? texts.notFound : texts.found[feed.found_text];
  return (
    <Box mt="5">
      <WideSelect
        label={texts.mode}
        value={feed.text_mode}
        options={textMode.options.map((value) => ({ value, label: texts.modes[value] }))}
        {...(feed.text_mode === 'auto' ? { hint: found } : {})}
        isDisabled={update.isPending}
        onChange={(mode) => update.mutate({ feed, changes: { text_mode: mode } })}
      />
    </Box>
  );
};

/** Lets the reader choose how much weight the articles of a feed have. */
export const VolumeChoice = ({ feed }: { feed: Feed }) => {
  const { details: texts } = useTexts('feedDialogs');
  const update = useUpdateFeed();
  return (
    <Box mt="5">
      <WideSelect
        label={texts.volume}
        value={feed.volume}
        options={feedVolume.options.map((value) => ({ value, label: texts.volumes[value] }))}
        isDisabled={update.isPending}
        onChange={(volume) => update.mutate({ feed, changes: { volume } })}
      />
    </Box>
  );
};

const offeredDays = [null, 1, 3, 7, 30, 90, 365, KEPT_FOR_EVER] as const;

/** Lets the reader choose how long the articles of a feed stay. */
export const KeepChoice = ({ feed }: { feed: Feed }) => {
  const { details: texts } = useTexts('feedDialogs');
  const update = useUpdateFeed();
  const { keep_days: kept } = feed;
  return (
    <Box mt="5">
      <WideSelect
        label={texts.keep}
        value={kept}
        options={[...new Set([...offeredDays, kept])].map((days) => ({
          value: days,
          label: texts.kept(days),
        }))}
        {...(kept === null ? {} : { hint: texts.keptHint })}
        isDisabled={update.isPending}
        onChange={(days) => update.mutate({ feed, changes: { keep_days: days } })}
      />
    </Box>
  );
};
