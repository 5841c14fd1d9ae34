import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useId, useRef, useState } from 'react';
import { Input } from '../../components/controls/inputs.tsx';
import { FieldError } from '../../components/page/states.tsx';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { KeywordPreview } from './keyword-preview.tsx';
import { SmallSwitch } from '../../components/controls/small-switch.tsx';
import { useAddKeyword } from './queries.ts';
import { NewWeight } from './weight-input.tsx';
import { useSettled } from '../../lib/use-settled.ts';

const LessSwitch = ({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) => {
  const texts = useTexts('keywords');
  return (
    <Flex gap="2" alignItems="center" textStyle="sm" color="fg.muted" title={texts.lessHint}>
      <SmallSwitch label={texts.less} checked={isOn} onChange={onChange} />
      <Box aria-hidden="true">{texts.less}</Box>
    </Flex>
  );
};

/** Holds the texts of the form, and adds the keyword. The field has the focus again afterwards. */
const useKeywordForm = (onChanged: () => void) => {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [weight, setWeight] = useState(1);
  const [isExcluding, setExcluding] = useState(false);
  const add = useAddKeyword(onChanged);
  const name = text.trim();
  const submit = (): void => {
    if (name === '' || add.isPending) return;
    add.mutate(
      { text: name, weight, is_excluding: isExcluding },
      {
        onSuccess: () => {
          // The reader may have typed the next keyword meanwhile.
          setText((now) => (now.trim() === name ? '' : now));
          setWeight(1);
          setExcluding(false);
          field.current?.focus();
        },
      },
    );
  };
  const change = (typed: string): void => {
    setText(typed);
    if (add.error !== null) add.reset();
  };
  return { field, text, name, weight, setWeight, isExcluding, setExcluding, add, submit, change };
};

/** Shows a field for a new keyword. It keeps the focus, because readers add several in a row. */
export const AddKeyword = ({ onChanged }: { onChanged: () => void }) => {
  const { t } = useI18n();
  const texts = useTexts('keywords');
  const id = useId();
  const { field, text, name, weight, setWeight, isExcluding, setExcluding, add, submit, change } =
    useKeywordForm(onChanged);
  const settled = useSettled(name);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Box as="label" srOnly {...{ htmlFor: id }}>
        {texts.text}
      </Box>
      <Flex gap="2">
        <Input
          id={id}
          ref={field}
          size="lg"
          maxLength={100}
          autoComplete="off"
          placeholder={texts.placeholder}
          value={text}
          aria-invalid={add.error !== null}
          onChange={(event) => change(event.target.value)}
        />
        <Button
          type="submit"
          size="lg"
          px="5"
          aria-label={texts.addSubmit}
          disabled={name === '' || add.isPending}
        >
          {t.common.add}
        </Button>
      </Flex>
      {add.error === null ? null : (
        <Box mt="2">
          <FieldError error={add.error} />
        </Box>
      )}
      {name === '' ? null : (
        <>
          <Flex mt="2" columnGap="6" alignItems="center" wrap="wrap">
            <Box flex="1" minW="14rem">
              <NewWeight name={name} weight={weight} onMove={setWeight} />
            </Box>
            <LessSwitch isOn={isExcluding} onChange={setExcluding} />
          </Flex>
          {/* Once it is being added, there is nothing left to preview. */}
          <KeywordPreview text={add.isPending ? '' : settled} weight={weight} isExcluding={isExcluding} />
        </>
      )}
    </form>
  );
};
