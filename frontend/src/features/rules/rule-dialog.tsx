import { Box, Flex, chakra } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import type { Rule } from '@omomi/backend/contract';
import { useId, useState } from 'react';
import { Input } from '../../components/controls/inputs.tsx';
import { Modal } from '../../components/overlays/modal.tsx';
import { FieldError } from '../../components/page/states.tsx';
import { RulePreview } from '../../components/rule-preview.tsx';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { useSettled } from '../../lib/use-settled.ts';
import { ConditionFields } from './condition-fields.tsx';
import { type RuleDraft, conditionsOf, emptyCondition, emptyDraft, fromDraft, toDraft } from './draft.ts';
import { EffectFields } from './effect-fields.tsx';
import { useSaveRule } from './queries.ts';

const MOST_CONDITIONS = 20;

type FormProps = { draft: RuleDraft; onChange: (draft: RuleDraft) => void };

const Conditions = ({ draft, onChange }: FormProps) => {
  const texts = useTexts('rules');
  const { conditions } = draft;
  return (
    <Box as="fieldset" mt="5" minW="0">
      <Box as="legend" textStyle="sm" fontWeight="medium" mb="2">
        {texts.when}
      </Box>
      <Flex direction="column" gap="3">
        {conditions.map((condition, at) => (
          <ConditionFields
            // eslint-disable-next-line react/no-array-index-key -- Conditions have no identity of their own.
            key={at}
            number={at + 1}
            condition={condition}
            onChange={(changed) => onChange({ ...draft, conditions: conditions.with(at, changed) })}
            onRemove={
              conditions.length === 1
                ? null
                : () => onChange({ ...draft, conditions: conditions.toSpliced(at, 1) })
            }
          />
        ))}
      </Flex>
      <Button
        mt="2"
        size="sm"
        variant="ghost"
        disabled={conditions.length >= MOST_CONDITIONS}
        onClick={() => onChange({ ...draft, conditions: [...conditions, emptyCondition] })}
      >
        {texts.addCondition}
      </Button>
    </Box>
  );
};

/** Edits a rule, or writes a new one. Shows the articles that it would have matched while it is written. */
export const RuleDialog = ({ rule, onClose }: { rule: Rule | null; onClose: () => void }) => {
  const { t } = useI18n();
  const texts = useTexts('rules');
  const id = useId();
  const [draft, setDraft] = useState(() => (rule === null ? emptyDraft : toDraft(rule)));
  const save = useSaveRule(onClose);
  const settled = useSettled(JSON.stringify(conditionsOf(draft)));
  const complete = fromDraft(draft);
  const change = (changed: RuleDraft): void => {
    setDraft(changed);
    if (save.error !== null) save.reset();
  };
  return (
    <Modal title={rule === null ? texts.newTitle : texts.editTitle} open onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (complete !== null && !save.isPending)
            save.mutate({ ruleId: rule?.rule_id ?? null, rule: complete });
        }}
      >
        <chakra.label htmlFor={id} display="block" textStyle="sm" fontWeight="medium" mb="1.5">
          {texts.name}
        </chakra.label>
        <Input
          id={id}
          size="lg"
          maxLength={60}
          autoComplete="off"
          value={draft.name}
          onChange={({ target }) => change({ ...draft, name: target.value })}
        />
        <Conditions draft={draft} onChange={change} />
        <RulePreview conditions={settled} />
        <EffectFields draft={draft} onChange={change} />
        {save.error === null ? null : (
          <Box mt="3">
            <FieldError error={save.error} />
          </Box>
        )}
        <Flex justifyContent="flex-end" gap="2" mt="6">
          <Button variant="ghost" onClick={onClose}>
            {t.common.cancel}
          </Button>
          <Button type="submit" disabled={complete === null || save.isPending}>
            {texts.submit}
          </Button>
        </Flex>
      </form>
    </Modal>
  );
};
