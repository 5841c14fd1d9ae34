import { Box, Flex, chakra } from '@chakra-ui/react';
import { Input, Select } from '../../components/controls/inputs.tsx';
import { SmallSwitch } from '../../components/controls/small-switch.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';
import type { RuleDraft } from './draft.ts';

const offeredFactors = [null, 0, 0.25, 0.5, 2, 3, 4] as const;
const offeredHours = [null, 6, 12, 24, 48, 72, 168] as const;

type Props = { draft: RuleDraft; onChange: (draft: RuleDraft) => void };

const Switch = ({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (on: boolean) => void;
}) => (
  <Flex gap="2" alignItems="center" minH="8">
    <SmallSwitch label={label} checked={checked} onChange={onChange} />
    <Box aria-hidden="true">{label}</Box>
  </Flex>
);

type NumberChoiceProps = {
  label: string;
  offered: readonly (number | null)[];
  value: number | null;
  nameOf: (value: number | null) => string;
  onChange: (value: number | null) => void;
};

/** Lets one of the offered numbers be chosen, or that which another program set. */
const NumberChoice = ({ label, offered, value, nameOf, onChange }: NumberChoiceProps) => (
  <Flex gap="3" alignItems="center" mt="1.5" wrap="wrap">
    <Box as="span" aria-hidden="true">
      {label}
    </Box>
    <Select
      label={label}
      value={value}
      options={[...new Set([...offered, value])].map((each) => ({ value: each, label: nameOf(each) }))}
      onChange={onChange}
    />
  </Flex>
);

const OtherEffects = ({ draft, onChange }: Props) => {
  const texts = useTexts('rules');
  return (
    <>
      <Switch label={texts.save} checked={draft.save} onChange={(save) => onChange({ ...draft, save })} />
      <Switch label={texts.read} checked={draft.read} onChange={(read) => onChange({ ...draft, read })} />
      <NumberChoice
        label={texts.factor}
        offered={offeredFactors}
        value={draft.factor}
        nameOf={texts.factorOf}
        onChange={(factor) => onChange({ ...draft, factor })}
      />
      <NumberChoice
        label={texts.goes}
        offered={offeredHours}
        value={draft.goes_after_hours}
        nameOf={texts.goesOf}
        onChange={(goes_after_hours) => onChange({ ...draft, goes_after_hours })}
      />
      <chakra.label display="block" mt="2">
        {texts.tags}
        <Input
          mt="1"
          autoComplete="off"
          maxLength={60}
          value={draft.tags}
          onChange={({ target }) => onChange({ ...draft, tags: target.value })}
        />
      </chakra.label>
      <Box textStyle="xs" color="fg.subtle" mt="1">
        {texts.tagsHint}
      </Box>
      <Switch label={texts.stops} checked={draft.stops} onChange={(stops) => onChange({ ...draft, stops })} />
    </>
  );
};

/** Edits what happens to an article that matches. One that is muted can have nothing else happen to it. */
export const EffectFields = ({ draft, onChange }: Props) => {
  const texts = useTexts('rules');
  return (
    <Box as="fieldset" mt="5" minW="0">
      <Box as="legend" textStyle="sm" fontWeight="medium" mb="1">
        {texts.effect}
      </Box>
      <Switch label={texts.mute} checked={draft.mute} onChange={(mute) => onChange({ ...draft, mute })} />
      {draft.mute ? null : <OtherEffects draft={draft} onChange={onChange} />}
    </Box>
  );
};
