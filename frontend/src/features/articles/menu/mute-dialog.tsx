import type { NewRule, Rule, ArticleRow } from '@omomi/backend/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Box, Flex, chakra } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useId, useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { addJob } from '../../../lib/jobs.ts';
import { useNotify } from '../../../lib/notify.ts';
import { keys } from '../../../lib/queries/query-keys.ts';
import { Select, Input } from '../../../components/controls/inputs.tsx';
import { WordButtons } from '../../../components/overlays/text-dialog.tsx';
import { Modal } from '../../../components/overlays/modal.tsx';
import { FieldError } from '../../../components/page/states.tsx';
import { RulePreview } from '../../../components/rule-preview.tsx';
import { languageOf } from '../../../lib/format.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { patternOf, titleWords } from './title-words.ts';
import { useDeed } from '../../../lib/queries/use-deed.ts';

type Wish = {
  word: string;
  conditions: NewRule['conditions'];
  /** True if the articles that are here are muted too. */
  isAlsoHere: boolean;
};

const NAME_LENGTH = 60;

/**
 * Adds the rule that mutes a word, and offers to delete it again. Shows no notice if it cannot be added, because the form shows
 * the error.
 */
const useMuteWord = (onAdded: () => void) => {
  const client = useQueryClient();
  const notify = useNotify();
  const { t } = useI18n();
  const texts = useTexts('articleMenu');
  const { mutate: unmute } = useDeed({
    mutationFn: ({ rule }: { rule: Rule; word: string }) =>
      call('deleteRule', { params: { rule_id: rule.rule_id } }),
    onSuccess: (_, { word }) => notify.info(texts.unmuted(word)),
    reload: [keys.rules],
  });
  const { mutate: apply } = useDeed({
    mutationFn: ({ rule_id }: Rule) => call('applyRules', { body: { rule_id } }),
    onSuccess: (job) => addJob(client, job),
  });
  return useMutation({
    mutationFn: ({ word, conditions }: Wish) =>
      call('addRule', {
        body: {
          name: texts.ruleName(word).slice(0, NAME_LENGTH).trim(),
          conditions,
          effects: { mute: true },
        },
      }),
    onSuccess: async (rule, { word, isAlsoHere }) => {
      if (isAlsoHere) apply(rule);
      notify.offer(texts.muted(word), { label: t.marks.undo, run: () => unmute({ rule, word }) });
      await client.invalidateQueries({ queryKey: keys.rules });
      onAdded();
    },
  });
};

type Scope = 'everywhere' | 'feed';

const conditionsOf = (word: string, feedId: string | null): NewRule['conditions'] => {
  const pattern = patternOf(word);
  if (pattern === '') return [];
  return [
    { field: 'title', any_of: [pattern] },
    ...(feedId === null ? [] : [{ field: 'feed' as const, any_of: [feedId] }]),
  ];
};

type CandidatesProps = { title: string; chosen: string; onChoose: (word: string) => void };

const Candidates = ({ title, chosen, onChoose }: CandidatesProps) => {
  const texts = useTexts('articleMenu');
  const words = titleWords(title);
  if (words.length === 0) return null;
  return (
    <Box as="fieldset" mb="4" minW="0">
      <Box as="legend" textStyle="sm" fontWeight="medium" mb="2">
        {texts.candidates}
      </Box>
      <Box lang={languageOf(title)}>
        <WordButtons words={words} chosen={chosen} onChoose={onChoose} />
      </Box>
    </Box>
  );
};

type WordProps = { word: string; onChange: (word: string) => void };

const WordField = ({ word, onChange }: WordProps) => {
  const texts = useTexts('articleMenu');
  const id = useId();
  return (
    <>
      <chakra.label htmlFor={id} display="block" textStyle="sm" fontWeight="medium" mb="1.5">
        {texts.word}
      </chakra.label>
      <Input
        id={id}
        size="lg"
        maxLength={100}
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        value={word}
        onChange={({ target }) => onChange(target.value)}
      />
      <Box id={`${id}-hint`} color="fg.muted" textStyle="sm" mt="1.5" mb="4">
        {texts.wordHint}
      </Box>
    </>
  );
};

type ScopeProps = { feedTitle: string; scope: Scope; onChange: (scope: Scope) => void };

const ScopeField = ({ feedTitle, scope, onChange }: ScopeProps) => {
  const texts = useTexts('articleMenu');
  return (
    <Flex gap="3" alignItems="center">
      <Box as="span" aria-hidden="true" textStyle="sm" fontWeight="medium">
        {texts.scope}
      </Box>
      <Select<Scope>
        label={texts.scope}
        value={scope}
        options={[
          { value: 'everywhere', label: texts.everywhere },
          { value: 'feed', label: texts.onlyIn(feedTitle) },
        ]}
        onChange={onChange}
      />
    </Flex>
  );
};

/** Asks which word of an article's title to mute, and where, and shows what that would have kept away. */
export const MuteDialog = ({ row, onClose }: { row: ArticleRow; onClose: () => void }) => {
  const { t } = useI18n();
  const texts = useTexts('articleMenu');
  const [word, setWord] = useState('');
  const [scope, setScope] = useState<Scope>('everywhere');
  const [isAlsoHere, setAlsoHere] = useState(false);
  const mute = useMuteWord(onClose);
  const conditions = conditionsOf(word, scope === 'feed' ? row.feed_id : null);
  const settled = useSettled(JSON.stringify(conditions));
  const change = (changed: string): void => {
    setWord(changed);
    if (mute.error !== null) mute.reset();
  };
  return (
    <Modal title={texts.muteTitle} open onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (conditions.length > 0 && !mute.isPending)
            mute.mutate({ word: word.trim(), conditions, isAlsoHere });
        }}
      >
        <Candidates title={row.title} chosen={word.trim()} onChoose={change} />
        <WordField word={word} onChange={change} />
        <ScopeField feedTitle={row.feed_title} scope={scope} onChange={setScope} />
        <RulePreview conditions={settled} />
        <chakra.label display="flex" gap="2" alignItems="center" minH="10" mt="3" textStyle="sm">
          <input
            type="checkbox"
            checked={isAlsoHere}
            onChange={({ target }) => setAlsoHere(target.checked)}
          />
          {texts.isAlsoHere}
        </chakra.label>
        {mute.error === null ? null : <FieldError error={mute.error} />}
        <Flex justifyContent="flex-end" gap="2" mt="6">
          <Button variant="ghost" onClick={onClose}>
            {t.common.cancel}
          </Button>
          <Button type="submit" disabled={conditions.length === 0 || mute.isPending}>
            {texts.mute}
          </Button>
        </Flex>
      </form>
    </Modal>
  );
};
