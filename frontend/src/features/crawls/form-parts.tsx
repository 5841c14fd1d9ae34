import { Box, chakra } from '@chakra-ui/react';
import { useId } from 'react';
import type { CrawlEstimate } from '@omomi/backend/contract';
import { Input, Textarea } from '../../components/controls/inputs.tsx';
import { useTexts, useI18n } from '../../lib/i18n/language.tsx';
import type { FieldProblem } from './form-fields.ts';
import type { LaterTexts } from '../../lib/i18n/en/later.ts';
import { durationText, usdText } from './figures.tsx';
import type { CrawlForm } from './use-crawl-form.ts';

const problemText = ({ problems }: LaterTexts['crawlForm'], problem: FieldProblem): string => {
  switch (problem.kind) {
    case 'empty':
      return problems.empty;
    case 'address':
      return problems.address(problem.text);
    case 'refused':
      return problems.refused(problem.text);
    case 'many':
      return problems.many(problem.most);
    case 'long':
      return problems.long(problem.most);
    case 'allowed':
      return problems.allowed(problem.most);
    case 'range':
      return problems.range(problem.least, problem.most);
    case 'invalid':
      return problems.invalid;
  }
};

type Props = {
  label: string;
  hint?: string;
  problem: FieldProblem | undefined;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  /** A list has a line for each entry; a number has a keyboard of digits on a phone. */
  kind: 'lines' | 'number';
  rows?: number;
  placeholder?: string;
};

/** Shows a field of the form with its label, and below it a hint, or what is wrong. */
export const Field = ({ label, hint, problem, value, onChange, onBlur, kind, rows, placeholder }: Props) => {
  const texts = useTexts('crawlForm');
  const id = useId();
  const described = [
    ...(hint === undefined || problem !== undefined ? [] : [`${id}-hint`]),
    ...(problem === undefined ? [] : [`${id}-problem`]),
  ].join(' ');
  const common = {
    id,
    value,
    placeholder,
    onBlur,
    spellCheck: false,
    autoCapitalize: 'none',
    autoComplete: 'off',
    'aria-invalid': problem !== undefined,
    ...(described === '' ? {} : { 'aria-describedby': described }),
  };
  return (
    <Box minW="0">
      <chakra.label htmlFor={id} display="block" textStyle="sm" fontWeight="medium" mb="1.5">
        {label}
      </chakra.label>
      {kind === 'lines' ? (
        <Textarea
          {...common}
          rows={rows ?? 2}
          fontFamily="mono"
          fontSize={{ base: 'md', md: 'sm' }}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <Input
          {...common}
          size="lg"
          inputMode="decimal"
          fontVariantNumeric="tabular-nums"
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      {problem === undefined ? null : (
        <Box id={`${id}-problem`} color="fg.error" textStyle="sm" mt="1.5">
          {problemText(texts, problem)}
        </Box>
      )}
      {hint === undefined || problem !== undefined ? null : (
        <Box id={`${id}-hint`} color="fg.muted" textStyle="xs" mt="1.5">
          {hint}
        </Box>
      )}
    </Box>
  );
};

const useCostText = () => {
  const { language } = useI18n();
  const texts = useTexts('crawlForm');
  return ({ requests, seconds, usd }: CrawlEstimate['expected']): string =>
    texts.about(
      [
        texts.requests(requests),
        durationText(seconds, language),
        usd === 0 ? texts.free : texts.usd(usdText(usd, language)),
      ].join(' · '),
    );
};

/** Shows what the crawl takes if it finds as many pages as it may, as soon as its settings are complete. */
export const Estimate = ({ estimate, hasSettings }: Pick<CrawlForm, 'estimate' | 'hasSettings'>) => {
  const texts = useTexts('crawlForm');
  const costText = useCostText();
  const { data, error, isPlaceholderData } = estimate;
  const isShown = data !== undefined && hasSettings;
  return (
    <Box
      as="output"
      display="block"
      borderWidth="1px"
      borderColor="border"
      bg="bg.subtle"
      borderRadius="xl"
      px="4"
      py="3"
      data-testid="crawl-estimate"
    >
      <Box textStyle="xs" color="fg.muted">
        {texts.estimate}
      </Box>
      <Box
        fontWeight={isShown ? 'semibold' : 'normal'}
        color={isShown ? 'fg' : 'fg.muted'}
        opacity={isPlaceholderData ? 0.6 : 1}
        fontVariantNumeric="tabular-nums"
        mt="0.5"
      >
        {isShown
          ? costText(data.expected)
          : error !== null && hasSettings
            ? texts.estimateFailed
            : texts.estimateNone}
      </Box>
    </Box>
  );
};
