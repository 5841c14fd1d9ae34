import { Flex, chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { Input } from '../../components/controls/text-input.tsx';
import { weightText } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { keywordsTexts } from '../../lib/i18n/texts/keywords.ts';
import { maxWeight, minWeight, parseWeight, positionOf, positions, weightAt } from './weight-scale.ts';

type Props = {
  /** The keyword, for the accessible names. */
  name: string;
  weight: number;
  disabled?: boolean;
  onCommit: (weight: number) => void;
  /** Called at each step of the slider. */
  onMove: (weight: number) => void;
};

type SliderProps = Omit<Props, 'onCommit'>;

/** The time the slider must rest before its weight is sent, in milliseconds, because arrow keys move it in steps. */
const settleTime = 350;

/** Shows a number field for a weight. What is typed is sent when the field is left, or with Enter. */
const ExactWeight = ({ name, weight, disabled, onCommit }: Omit<Required<Props>, 'onMove'>) => {
  const texts = useTexts(keywordsTexts);
  const [typed, setTyped] = useState<string | null>(null);
  const commitTyped = (): void => {
    if (typed === null) return;
    const parsed = parseWeight(typed);
    if (parsed !== null && parsed !== weight) onCommit(parsed);
    setTyped(null);
  };
  const isWrong = typed !== null && parseWeight(typed) === null;
  return (
    <Input
      aria-label={texts.exactWeightOf(name)}
      aria-invalid={isWrong}
      title={texts.weightRange}
      inputMode="decimal"
      autoComplete="off"
      w={{ base: '3.25rem', sm: '4rem' }}
      flexShrink="0"
      textAlign="end"
      fontVariantNumeric="tabular-nums"
      px="2.5"
      disabled={disabled}
      value={typed ?? weightText(weight)}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commitTyped}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        commitTyped();
      }}
      {...{ min: minWeight, max: maxWeight }}
    />
  );
};

const WeightSlider = ({ name, weight, disabled = false, onMove }: SliderProps) => {
  const texts = useTexts(keywordsTexts);
  return (
    <chakra.input
      type="range"
      aria-label={texts.weightOf(name)}
      aria-valuetext={weightText(weight)}
      min={0}
      max={positions}
      step={1}
      value={positionOf(weight)}
      disabled={disabled}
      onChange={(event) => onMove(weightAt(event.currentTarget.valueAsNumber))}
      flex="1"
      minW="0"
      h="10"
      css={{ ...sliderStyle, '--fill': `${(positionOf(weight) / positions) * 100}%` }}
    />
  );
};

/** Shows a slider and a number field for the weight of a keyword that is not added yet. */
export const NewWeight = ({ name, weight, onMove }: SliderProps) => (
  <Flex alignItems="center" gap="3" minW="0">
    <WeightSlider name={name} weight={weight} onMove={onMove} />
    <ExactWeight name={name} weight={weight} disabled={false} onCommit={onMove} />
  </Flex>
);

/** Shows a slider and a number field for the same weight. It is sent when the slider rests. */
export const WeightInput = ({ name, weight, disabled = false, onCommit, onMove }: Props) => {
  const [moved, setMoved] = useState<number | null>(null);
  const shown = moved ?? weight;

  useEffect(() => {
    if (moved === null) return undefined;
    const timer = setTimeout(() => {
      if (moved !== weight) onCommit(moved);
      setMoved(null);
    }, settleTime);
    return () => clearTimeout(timer);
  }, [moved, weight, onCommit]);

  return (
    <Flex alignItems="center" gap="3" minW="0" opacity={disabled ? 0.5 : 1}>
      <WeightSlider
        name={name}
        weight={shown}
        disabled={disabled}
        onMove={(to) => {
          setMoved(to);
          onMove(to);
        }}
      />
      <ExactWeight name={name} weight={shown} disabled={disabled} onCommit={onCommit} />
    </Flex>
  );
};

const thumb = {
  appearance: 'none',
  boxSizing: 'border-box',
  width: '20px',
  height: '20px',
  borderRadius: '50%',
  background: 'var(--chakra-colors-bg-panel)',
  border: '2px solid var(--chakra-colors-shu-solid)',
  boxShadow: '0 1px 3px rgba(40, 32, 20, 0.25)',
};
const track = {
  height: '4px',
  borderRadius: '4px',
  background:
    'linear-gradient(to right, var(--chakra-colors-shu-solid) var(--fill), var(--chakra-colors-bg-emphasized) var(--fill))',
};
const sliderStyle = {
  appearance: 'none',
  background: 'transparent',
  cursor: 'pointer',
  borderRadius: '8px',
  '&::-webkit-slider-runnable-track': track,
  '&::-webkit-slider-thumb': { ...thumb, marginTop: '-8px' },
  '&::-moz-range-track': track,
  '&::-moz-range-thumb': thumb,
} as const;
