import { Box } from '@chakra-ui/react';
import { Input, WideSelect } from '../../../components/controls/inputs.tsx';
import { useState } from 'react';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';

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
  const texts = useTexts('adding').addFeed;
  const { newFolder } = useTexts('feedDialogs');
  const [isNew, setNew] = useState(false);
  const place = value === null ? -1 : folders.indexOf(value);
  const choose = (chosen: string): void => {
    setNew(chosen === NEW);
    onChange(folders.find((_, at) => valueOf(at) === chosen) ?? null);
  };
  return (
    <Box mt="4">
      <WideSelect
        label={texts.folder}
        value={isNew ? NEW : place === -1 ? NONE : valueOf(place)}
        isDisabled={isDisabled}
        onChange={choose}
        options={[
          { value: NONE, label: t.feed.noFolder },
          ...folders.map((name, at) => ({ value: valueOf(at), label: name })),
          { value: NEW, label: texts.newFolder },
        ]}
      />
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
