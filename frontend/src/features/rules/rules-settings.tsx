import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import type { Rule } from '@omomi/backend/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { SmallSwitch } from '../../components/controls/small-switch.tsx';
import { ChevronIcon } from '../../components/icons.tsx';
import { TrashIcon } from '../../components/later-icons.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';
import { useApplyRule, useChangeRule, useDeleteRule, rulesQuery, useOrderRules } from './queries.ts';
import { conditionsText, effectsText } from './rule-text.ts';
import { Loaded, Section } from '../../components/page/section.tsx';
import { feedsQuery } from '../../lib/queries/feeds.ts';
import { RuleDialog } from './rule-dialog.tsx';

type RuleItemProps = {
  rule: Rule;
  feedTitle: (feedId: string) => string;
  onEdit: () => void;
  /** Null for the first rule. */
  onUp: (() => void) | null;
  /** Null for the last rule. */
  onDown: (() => void) | null;
};

const Actions = ({ rule, onUp, onDown }: Pick<RuleItemProps, 'rule' | 'onUp' | 'onDown'>) => {
  const texts = useTexts('rules');
  const apply = useApplyRule();
  const remove = useDeleteRule();
  return (
    <Flex alignItems="center" gap="0.5" flexShrink="0">
      <Button
        size="sm"
        variant="ghost"
        title={texts.applyOf(rule.name)}
        aria-label={texts.applyOf(rule.name)}
        disabled={!rule.is_active || apply.isPending}
        onClick={() => apply.mutate(rule)}
      >
        {texts.apply}
      </Button>
      <IconButton
        label={texts.up(rule.name)}
        icon={<ChevronIcon />}
        className="is-up"
        disabled={onUp === null}
        onClick={() => onUp?.()}
      />
      <IconButton
        label={texts.down(rule.name)}
        icon={<ChevronIcon />}
        className="is-down"
        disabled={onDown === null}
        onClick={() => onDown?.()}
      />
      <IconButton
        label={texts.remove(rule.name)}
        icon={<TrashIcon />}
        disabled={remove.isPending}
        onClick={() => remove.mutate(rule)}
      />
    </Flex>
  );
};

/** Shows one rule in words, with its switch, its place and what it matched. */
const RuleItem = ({ rule, feedTitle, onEdit, onUp, onDown }: RuleItemProps) => {
  const texts = useTexts('rules');
  const change = useChangeRule();
  return (
    <Box
      as="li"
      borderWidth="1px"
      borderColor="border"
      borderRadius="xl"
      px="4"
      py="3"
      opacity={rule.is_active ? 1 : 0.7}
    >
      <Flex gap="3" alignItems="flex-start">
        <SmallSwitch
          label={texts.active(rule.name)}
          checked={rule.is_active}
          onChange={(is_active) => change.mutate({ rule, changes: { is_active } })}
        />
        <Box flex="1" minW="0">
          <Button
            variant="plain"
            h="auto"
            minH="6"
            p="0"
            fontWeight="semibold"
            whiteSpace="normal"
            textAlign="start"
            title={texts.edit(rule.name)}
            onClick={onEdit}
          >
            {rule.name}
          </Button>
          <Box textStyle="sm" color="fg.muted" overflowWrap="anywhere">
            {conditionsText(rule, texts, feedTitle)}
          </Box>
          <Box textStyle="sm" mt="0.5">
            {effectsText(rule, texts)}
            <Box as="span" color="fg.subtle">
              {' · '}
              {texts.matched(rule.matched)}
            </Box>
          </Box>
        </Box>
      </Flex>
      <Flex justifyContent="flex-end" mt="1">
        <Actions rule={rule} onUp={onUp} onDown={onDown} />
      </Flex>
    </Box>
  );
};

const RuleList = ({ rules, onEdit }: { rules: readonly Rule[]; onEdit: (rule: Rule) => void }) => {
  const order = useOrderRules();
  const { data: feeds } = useQuery(feedsQuery);
  const titles = new Map(feeds?.items.map(({ feed_id, title }) => [feed_id, title]));
  /** Lets the rule at this place and the one before it change places. */
  const swap = (at: number) => (): void => {
    const ids = rules.map(({ rule_id }) => rule_id);
    order.mutate([...ids.slice(0, at - 1), ...ids.slice(at - 1, at + 1).toReversed(), ...ids.slice(at + 1)]);
  };
  return (
    <Flex as="ol" direction="column" gap="2.5" listStyleType="none">
      {rules.map((rule, at) => (
        <RuleItem
          key={rule.rule_id}
          rule={rule}
          feedTitle={(feedId) => titles.get(feedId) ?? feedId}
          onEdit={() => onEdit(rule)}
          onUp={at === 0 ? null : swap(at)}
          onDown={at === rules.length - 1 ? null : swap(at + 1)}
        />
      ))}
    </Flex>
  );
};

/** Shows the reader's rules, and the dialog in which one is written. */
export const RulesSettings = () => {
  const texts = useTexts('rules');
  const query = useQuery(rulesQuery);
  const [edited, setEdited] = useState<Rule | 'new' | null>(null);
  return (
    <Section title={texts.title} text={texts.intro} name="rules">
      <Loaded query={query} failed={texts.loadFailed}>
        {({ items }) => (
          <>
            {items.length === 0 ? (
              <Box color="fg.muted" textStyle="sm">
                {texts.empty}
              </Box>
            ) : (
              <RuleList rules={items} onEdit={setEdited} />
            )}
            <Button mt="4" onClick={() => setEdited('new')}>
              {texts.add}
            </Button>
          </>
        )}
      </Loaded>
      {edited === null ? null : (
        <RuleDialog rule={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Section>
  );
};
