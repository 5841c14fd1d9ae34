import { Flex } from '@chakra-ui/react';
import { useRef } from 'react';
import { Input } from '../../../components/controls/text-input.tsx';
import { CopyButton } from '../../../components/controls/copy-button.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { accountTexts } from '../../../lib/i18n/texts/account.ts';

/** Shows a secret that can be copied but not changed. */
export const SecretField = ({ secret, label, testId }: { secret: string; label: string; testId: string }) => {
  const texts = useTexts(accountTexts).tokens;
  const field = useRef<HTMLInputElement>(null);
  return (
    <Flex gap="2" direction={{ base: 'column', sm: 'row' }}>
      <Input
        ref={field}
        size="lg"
        readOnly
        value={secret}
        aria-label={label}
        fontFamily="mono"
        fontSize="sm"
        data-testid={testId}
        onFocus={({ target }) => target.select()}
      />
      <CopyButton
        text={secret}
        label={texts.copy}
        copiedLabel={texts.copied}
        onFailed={() => field.current?.select()}
      />
    </Flex>
  );
};
