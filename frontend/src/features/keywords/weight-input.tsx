import { Flex, chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { Input } from '../../components/controls/inputs.tsx';
import { weightText } from '../../lib/format.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';

/** The least and greatest weight that the slider and the field offer. The API accepts any weight above 0. */
export const minWeight = 0.1;
export const maxWeight = 10;

/** The last position of the slider: positions are 0 to 40, with weight 1 in the middle. */
export const positions = 40;

/**
 * Returns the weight at a slider position. The scale is logarithmic, so that half and twice are equally far from 1.
 * Weights are rounded to two significant digits, to avoid values such as 1.9953.
 */
export const weightAt = (position: number): number =>
  Number((10 ** ((position * 2) / positions - 1)).toPrecision(2));

/** Returns the position nearest to a weight. Weights outside the slider's range map to its ends. */
export const positionOf = (weight: number): number =>
  Math.min(positions, Math.max(0, Math.round(((Math.log10(weight) + 1) * positions) / 2)));

/** Parses a typed weight. Returns null unless it is a number from `minWeight` to `maxWeight`. */
export const parseWeight = (text: string): number | null => {
  const weight = Number(text.trim().normalize('NFKC').replace(',', '.'));
  return text.trim() !== '' && weight >= minWeight && weight <= maxWeight ? weight : null;
};

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
  const { t } = useI18n();
  const texts = useTexts('keywords');
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
      value={typed ?? t.numbers.decimal(weightText(weight))}
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
  const { t } = useI18n();
  const texts = useTexts('keywords');
  return (
    <chakra.input
      type="range"
      aria-label={texts.weightOf(name)}
      aria-valuetext={t.numbers.decimal(weightText(weight))}
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
