import { Box, chakra } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { type Feed, textMode, feedVolume } from '@omomi/backend/contract';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { fullTextTexts } from '../../../lib/i18n/texts/articles/full-text.ts';
import { feedDialogsTexts } from '../../../lib/i18n/texts/feed-dialogs.ts';
import { useUpdateFeed } from '../mutations.ts';

type Props<T extends string> = {
  label: string;
  value: T;
  options: readonly T[];
  names: Record<T, string>;
  hint: ReactNode;
  isBusy: boolean;
  onChange: (value: T) => void;
};

/** Shows a choice of a feed over the full width, with its label above and a hint below. */
const FeedChoice = <T extends string>({ label, value, options, names, hint, isBusy, onChange }: Props<T>) => {
  const id = useId();
  return (
    <Box mt="5" textStyle="sm">
      <chakra.label htmlFor={id} display="block" fontWeight="semibold" mb="1.5">
        {label}
      </chakra.label>
      <chakra.select
        id={id}
        value={value}
        disabled={isBusy}
        onChange={({ target }) => {
          const chosen = options.find((option) => option === target.value);
          if (chosen !== undefined) onChange(chosen);
        }}
        w="full"
        minH="11"
        px="3"
        borderWidth="1px"
        borderColor="border"
        borderRadius="lg"
        bg="bg"
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {names[option]}
          </option>
        ))}
      </chakra.select>
      <Box color="fg.muted" mt="1.5">
        {hint}
      </Box>
    </Box>
  );
};

/** Lets the reader choose where the texts of a feed's articles are from, and shows what the automatic choice found. */
export const TextModeChoice = ({ feed }: { feed: Feed }) => {
  const texts = useTexts(fullTextTexts);
  const update = useUpdateFeed();
  const found = feed.found_text === null ? texts.notFound : texts.found[feed.found_text];
  return (
    <FeedChoice
      label={texts.mode}
      value={feed.text_mode}
      options={textMode.options}
      names={texts.modes}
      hint={`${feed.text_mode === 'auto' ? `${found} ` : ''}${texts.hint}`}
      isBusy={update.isPending}
      onChange={(mode) => update.mutate({ feed, changes: { text_mode: mode } })}
    />
  );
};

/** Lets the reader choose how much weight the articles of a feed have. */
export const VolumeChoice = ({ feed }: { feed: Feed }) => {
  const { details: texts } = useTexts(feedDialogsTexts);
  const update = useUpdateFeed();
  return (
    <FeedChoice
      label={texts.volume}
      value={feed.volume}
      options={feedVolume.options}
      names={texts.volumes}
      hint={texts.volumeHint}
      isBusy={update.isPending}
      onChange={(volume) => update.mutate({ feed, changes: { volume } })}
    />
  );
};
