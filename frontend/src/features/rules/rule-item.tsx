import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import type { Rule } from '@omomi/backend/contract';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { SmallSwitch } from '../../components/controls/small-switch.tsx';
import { ChevronIcon } from '../../components/icons.tsx';
import { TrashIcon } from '../../components/later-icons.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';
import { useApplyRule, useChangeRule, useDeleteRule } from './queries.ts';
import { conditionsText, effectsText } from './rule-text.ts';

type Props = {
  rule: Rule;
  feedTitle: (feedId: string) => string;
  onEdit: () => void;
  /** Null for the first rule. */
  onUp: (() => void) | null;
  /** Null for the last rule. */
  onDown: (() => void) | null;
};

const Actions = ({ rule, onUp, onDown }: Pick<Props, 'rule' | 'onUp' | 'onDown'>) => {
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
export const RuleItem = ({ rule, feedTitle, onEdit, onUp, onDown }: Props) => {
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
