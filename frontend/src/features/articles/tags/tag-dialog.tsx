import type { ArticleRow } from '@omomi/backend/contract';
import { articleTags } from '@omomi/backend/contract';
import { Box, Flex, chakra } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { Input } from '../../../components/controls/inputs.tsx';
import { CloseIcon } from '../../../components/icons.tsx';
import { Modal } from '../../../components/overlays/modal.tsx';
import { languageOf } from '../../../lib/format.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { tagsQuery, useSetTags } from './queries.ts';
import { type Completion, completionsOf, endedTags, spelt, withTags } from './typed-tags.ts';

// The browser's own list of options cannot say which one is new, and shows Japanese ones only after the field was left.
const roles = {
  combobox: { role: 'combobox' },
  listbox: { role: 'listbox' },
  option: { role: 'option' },
} as const;

/** Returns the place to which a key leads among `count` completions; null if the key has no meaning here. */
const placeAfter = (key: string, at: number, count: number): number | null => {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % count;
  return key === 'ArrowUp' ? (at <= 0 ? count : at) - 1 : null;
};

/** The place of no completion. While nothing is typed, Enter takes none unless an arrow key chose it. */
const NONE = -1;

/** Holds the chosen tags and what is typed. */
const useTyping = (start: readonly string[], known: readonly string[], onDone: (tags: string[]) => void) => {
  const [chosen, setChosen] = useState<readonly string[]>(start);
  const [text, setText] = useState('');
  const [at, setAt] = useState(NONE);
  const completions = completionsOf(text, known, chosen);
  const put = (tags: readonly string[], rest = ''): void => {
    setChosen(withTags(chosen, tags));
    setText(rest);
    setAt(rest.trim() === '' ? NONE : 0);
  };
  const done = (): void => onDone(withTags(chosen, spelt(text, known)));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const next = placeAfter(event.key, at, completions.length);
    const completion = completions[at];
    if (next !== null) setAt(next);
    else if (event.key === 'Enter' && completion !== undefined) put([completion.tag]);
    else if (event.key === 'Enter') done();
    else if (event.key === 'Backspace' && text === '') setChosen(chosen.slice(0, -1));
    else return;
    event.preventDefault();
  };
  return {
    chosen,
    text,
    at,
    setAt,
    completions,
    put,
    done,
    onKeyDown,
    /** Takes what is typed. A comma does not end a tag while a Japanese word is composed. */
    type: (typed: string, isComposing: boolean): void => {
      const { ended, rest } = isComposing ? { ended: [], rest: typed } : endedTags(typed, known);
      put(ended, rest);
    },
    remove: (tag: string): void => setChosen(chosen.filter((other) => other !== tag)),
  };
};

type Typing = ReturnType<typeof useTyping>;

const Chosen = ({ chosen, remove }: Pick<Typing, 'chosen' | 'remove'>) => {
  const texts = useTexts('ownTags');
  return chosen.length === 0 ? null : (
    <Flex as="ul" aria-label={texts.chosen} listStyleType="none" wrap="wrap" gap="2" mb="3">
      {chosen.map((tag) => (
        <Box as="li" key={tag} maxW="full">
          <Button
            variant="subtle"
            size="sm"
            minH="10"
            maxW="full"
            borderRadius="full"
            aria-label={texts.remove(tag)}
            onClick={() => remove(tag)}
          >
            <Box as="span" truncate lang={languageOf(tag)}>
              {tag}
            </Box>
            <CloseIcon />
          </Button>
        </Box>
      ))}
    </Flex>
  );
};

type CompletionProps = { completion: Completion; id: string; isActive: boolean; onPick: () => void };

const Option = ({ completion: { tag, isNew }, id, isActive, onPick }: CompletionProps) => {
  const texts = useTexts('ownTags');
  return (
    <chakra.li
      id={id}
      {...roles.option}
      aria-selected={isActive}
      display="flex"
      alignItems="center"
      px="3"
      minH={{ base: '11', md: '9' }}
      borderRadius="md"
      cursor="pointer"
      bg={isActive ? 'bg.muted' : 'transparent'}
      _hover={{ bg: 'bg.muted' }}
      css={{
        '@media (forced-colors: active)': { '&[aria-selected=true]': { outline: '2px solid Highlight' } },
      }}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <Box truncate lang={languageOf(tag)}>
        {isNew ? texts.newTag(tag) : tag}
      </Box>
    </chakra.li>
  );
};

/** The field with its completions, in the pattern of a combobox: the focus stays in the field. */
const TagField = ({ typing }: { typing: Typing }) => {
  const texts = useTexts('ownTags');
  const { text, at, completions } = typing;
  const id = useId();
  const optionId = (place: number): string => `${id}-${place}`;
  return (
    <>
      <Input
        {...roles.combobox}
        aria-label={texts.field}
        aria-describedby={`${id}-hint`}
        aria-expanded={completions.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={completions[at] === undefined ? undefined : optionId(at)}
        autoComplete="off"
        data-autofocus=""
        size="lg"
        maxLength={200}
        value={text}
        onChange={({ target, nativeEvent }) =>
          typing.type(target.value, 'isComposing' in nativeEvent && nativeEvent.isComposing === true)
        }
        onCompositionEnd={({ currentTarget }) => typing.type(currentTarget.value, false)}
        onKeyDown={typing.onKeyDown}
      />
      <Box id={`${id}-hint`} color="fg.muted" textStyle="sm" mt="1.5">
        {texts.hint}
      </Box>
      <Box
        as="ul"
        {...roles.listbox}
        id={`${id}-list`}
        aria-label={texts.completions}
        listStyleType="none"
        mt="2"
      >
        {completions.map((completion, place) => (
          <Option
            key={completion.tag}
            completion={completion}
            id={optionId(place)}
            isActive={place === at}
            onPick={() => typing.put([completion.tag])}
          />
        ))}
      </Box>
    </>
  );
};

type Props = { row: ArticleRow; onClose: () => void };

/** Asks for the tags of an article: several, by words that are typed and completed. */
export const TagDialog = ({ row, onClose }: Props) => {
  const { t } = useI18n();
  const texts = useTexts('ownTags');
  const { data } = useQuery(tagsQuery);
  const { mutate } = useSetTags();
  const [isRefused, setRefused] = useState(false);
  const save = (tags: string[]): void => {
    if (!articleTags.safeParse({ tags }).success) {
      setRefused(true);
      return;
    }
    if (JSON.stringify(tags) !== JSON.stringify(row.own_tags)) mutate({ row, tags });
    onClose();
  };
  const typing = useTyping(row.own_tags, data?.items.map(({ name }) => name) ?? [], save);
  return (
    <Modal title={texts.title} open onClose={onClose}>
      <Chosen {...typing} />
      <TagField typing={typing} />
      {isRefused ? (
        <Box role="alert" color="fg.error" textStyle="sm" mt="2">
          {texts.tooMuch}
        </Box>
      ) : null}
      <Flex justifyContent="flex-end" gap="2" mt="6">
        <Button variant="ghost" onClick={onClose}>
          {t.common.cancel}
        </Button>
        <Button onClick={typing.done}>{t.common.save}</Button>
      </Flex>
    </Modal>
  );
};
