import { Box, Flex, chakra } from '@chakra-ui/react';
import { ruleKinds, ruleLanguages } from '@omomi/backend/contract';
import { useQuery } from '@tanstack/react-query';
import { Input, Select } from '../../components/controls/inputs.tsx';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { CloseIcon } from '../../components/icons.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';
import { feedsQuery } from '../../lib/queries/feeds.ts';
import type { ConditionDraft, Field } from './draft.ts';
import { chosenFields } from './rule-text.ts';

const fields = [
  'title',
  'text',
  'author',
  'category',
  'address',
  'feed',
  'folder',
  'language',
  'kind',
  'length',
] as const satisfies readonly Field[];

type Props = {
  number: number;
  condition: ConditionDraft;
  onChange: (condition: ConditionDraft) => void;
  /** Null for the only condition. */
  onRemove: (() => void) | null;
};

type Option = { value: string; label: string };

/** Returns what can be chosen for a field; null if its values are typed. */
const useOptions = (field: Field): Option[] | null => {
  const texts = useTexts('rules');
  const { data } = useQuery({ ...feedsQuery, enabled: field === 'feed' || field === 'folder' });
  switch (field) {
    case 'feed':
      return data?.items.map(({ feed_id, title }) => ({ value: feed_id, label: title })) ?? [];
    case 'folder':
      return [...new Set(data?.items.flatMap(({ folder }) => folder ?? []))]
        .toSorted((a, b) => a.localeCompare(b))
        .map((name) => ({ value: name, label: name }));
    case 'language':
      return ruleLanguages.map((language) => ({ value: language, label: texts.languages[language] }));
    case 'kind':
      return ruleKinds.map((kind) => ({ value: kind, label: texts.kinds[kind] }));
    case 'title':
    case 'text':
    case 'author':
    case 'category':
    case 'address':
    case 'length':
      return null;
  }
};

const Choices = ({
  options,
  condition,
  onChange,
}: { options: Option[] } & Pick<Props, 'condition' | 'onChange'>) => {
  const texts = useTexts('rules');
  if (options.length === 0) return <Box color="fg.muted">{texts.noFolders}</Box>;
  const { chosen } = condition;
  return (
    <Box
      maxH="10rem"
      overflowY="auto"
      borderWidth="1px"
      borderColor="border"
      borderRadius="lg"
      px="3"
      py="1.5"
    >
      {options.map(({ value, label }) => (
        <chakra.label key={value} display="flex" gap="2" alignItems="center" minH="7" textStyle="sm">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              onChange({
                ...condition,
                chosen: target.checked ? [...chosen, value] : chosen.filter((one) => one !== value),
              })
            }
          />
          <Box as="span" overflowWrap="anywhere">
            {label}
          </Box>
        </chakra.label>
      ))}
    </Box>
  );
};

const Minutes = ({ condition, onChange }: Pick<Props, 'condition' | 'onChange'>) => {
  const texts = useTexts('rules');
  return (
    <Flex gap="2">
      {(['at_least', 'at_most'] as const).map((bound) => (
        <Input
          key={bound}
          inputMode="numeric"
          aria-label={bound === 'at_least' ? texts.atLeast : texts.atMost}
          placeholder={bound === 'at_least' ? texts.atLeast : texts.atMost}
          value={condition[bound]}
          onChange={({ target }) => onChange({ ...condition, [bound]: target.value })}
        />
      ))}
    </Flex>
  );
};

const Values = ({ number, condition, onChange }: Omit<Props, 'onRemove'>) => {
  const texts = useTexts('rules');
  const options = useOptions(condition.field);
  if (condition.field === 'length') return <Minutes condition={condition} onChange={onChange} />;
  if (options !== null) return <Choices options={options} condition={condition} onChange={onChange} />;
  return (
    <>
      <chakra.textarea
        aria-label={texts.valuesOf(number)}
        rows={2}
        w="full"
        px="3"
        py="2"
        borderWidth="1px"
        borderColor="border.emphasized"
        borderRadius="lg"
        bg="bg.panel"
        value={condition.lines}
        onChange={({ target }) => onChange({ ...condition, lines: target.value })}
      />
      <Box textStyle="xs" color="fg.subtle">
        {texts.patternHint}
      </Box>
    </>
  );
};

/** Edits one condition: its field, whether it is turned around, and its values. */
export const ConditionFields = ({ number, condition, onChange, onRemove }: Props) => {
  const texts = useTexts('rules');
  const { verbs } = texts;
  const isChosen = chosenFields.includes(condition.field);
  return (
    <Box borderWidth="1px" borderColor="border" borderRadius="xl" p="3">
      <Flex gap="2" mb="2" alignItems="center">
        <Select
          label={texts.fieldOf(number)}
          value={condition.field}
          options={fields.map((field) => ({ value: field, label: texts.fields[field] }))}
          onChange={(field) => onChange({ ...condition, field, chosen: [] })}
        />
        <Select
          label={texts.howOf(number)}
          value={condition.is_not ? 'isNot' : 'is'}
          options={[
            { value: 'is', label: isChosen ? verbs.is : verbs.has },
            { value: 'isNot', label: isChosen ? verbs.isNot : verbs.hasNot },
          ]}
          onChange={(how) => onChange({ ...condition, is_not: how === 'isNot' })}
        />
        <Box flex="1" />
        {onRemove === null ? null : (
          <IconButton label={texts.removeCondition(number)} icon={<CloseIcon />} onClick={onRemove} />
        )}
      </Flex>
      <Values number={number} condition={condition} onChange={onChange} />
    </Box>
  );
};
