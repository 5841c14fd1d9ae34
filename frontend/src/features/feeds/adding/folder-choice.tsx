import { Box, chakra } from '@chakra-ui/react';
import { Input } from '../../../components/controls/inputs.tsx';
import { useId, useState } from 'react';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { addingTexts } from '../../../lib/i18n/texts/adding.ts';
import { feedDialogsTexts } from '../../../lib/i18n/texts/feed-dialogs.ts';

type Props = {
  folders: readonly string[];
  value: string | null;
  isDisabled: boolean;
  onChange: (folder: string | null) => void;
};

const NONE = 'none';
const NEW = 'new';
/** The value of the option for the folder at a place: a name could be that of another option. */
const valueOf = (place: number): string => `folder-${place}`;

/** Lets the reader choose the folder of new feeds: none, one of theirs, or a new one. */
export const FolderChoice = ({ folders, value, isDisabled, onChange }: Props) => {
  const { t } = useI18n();
  const texts = useTexts(addingTexts).addFeed;
  const { newFolder } = useTexts(feedDialogsTexts);
  const id = useId();
  const [isNew, setNew] = useState(false);
  const place = value === null ? -1 : folders.indexOf(value);
  const choose = (chosen: string): void => {
    setNew(chosen === NEW);
    onChange(folders.find((_, at) => valueOf(at) === chosen) ?? null);
  };
  return (
    <Box mt="4" textStyle="sm">
      <chakra.label htmlFor={id} display="block" fontWeight="semibold" mb="1.5">
        {texts.folder}
      </chakra.label>
      <chakra.select
        id={id}
        value={isNew ? NEW : place === -1 ? NONE : valueOf(place)}
        disabled={isDisabled}
        onChange={({ target }) => choose(target.value)}
        w="full"
        minH="11"
        px="3"
        borderWidth="1px"
        borderColor="border"
        borderRadius="lg"
        bg="bg"
      >
        <option value={NONE}>{t.feed.noFolder}</option>
        {folders.map((name, at) => (
          <option key={name} value={valueOf(at)}>
            {name}
          </option>
        ))}
        <option value={NEW}>{texts.newFolder}</option>
      </chakra.select>
      {isNew ? (
        <Input
          mt="2"
          aria-label={newFolder}
          placeholder={newFolder}
          maxLength={100}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value.trim() === '' ? null : target.value)}
        />
      ) : null}
    </Box>
  );
};
