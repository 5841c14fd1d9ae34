import { Box } from '@chakra-ui/react';
import { type Feed, KEPT_FOR_EVER, textMode, feedVolume } from '@omomi/backend/contract';
import { WideSelect } from '../../../components/controls/inputs.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { useFeedChoice } from '../mutations.ts';

/** Lets the reader choose where the texts of a feed's articles are from, and shows what the automatic choice found. */
export const TextModeChoice = ({ feed }: { feed: Feed }) => {
  const texts = useTexts('fullText');
  const [mode, choose] = useFeedChoice(feed, 'text_mode');
  const found = feed.found_text === null ? texts.notFound : texts.found[feed.found_text];
  return (
    <Box mt="5">
      <WideSelect
        label={texts.mode}
        value={mode}
        options={textMode.options.map((value) => ({ value, label: texts.modes[value] }))}
        {...(mode === 'auto' ? { hint: found } : {})}
        onChange={choose}
      />
    </Box>
  );
};

/** Lets the reader choose how much weight the articles of a feed have. */
export const VolumeChoice = ({ feed }: { feed: Feed }) => {
  const { details: texts } = useTexts('feedDialogs');
  const [volume, choose] = useFeedChoice(feed, 'volume');
  return (
    <Box mt="5">
      <WideSelect
        label={texts.volume}
        value={volume}
        options={feedVolume.options.map((value) => ({ value, label: texts.volumes[value] }))}
        onChange={choose}
      />
    </Box>
  );
};

const offeredDays = [null, 1, 3, 7, 30, 90, 365, KEPT_FOR_EVER] as const;

/** Lets the reader choose how long the articles of a feed stay. */
export const KeepChoice = ({ feed }: { feed: Feed }) => {
  const { details: texts } = useTexts('feedDialogs');
  const [kept, choose] = useFeedChoice(feed, 'keep_days');
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
        onChange={choose}
      />
    </Box>
  );
};
