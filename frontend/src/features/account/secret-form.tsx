import { Button } from '@chakra-ui/react/button';
import { type ReactNode, Suspense, useState, useRef, useId } from 'react';
import { Flex, Box, chakra } from '@chakra-ui/react';
import { CheckIcon, CopyIcon } from '../../components/later-icons.tsx';
import { Input } from '../../components/controls/inputs.tsx';
import { loadPart } from '../../lib/load-part.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';
import { FieldError } from '../../components/page/states.tsx';

type Props = { text: string; label: string; copiedLabel: string; onFailed: () => void };

/** Copies a text to the clipboard. If the browser refuses, `onFailed` can select the text for the reader to copy. */
const CopyButton = ({ text, label, copiedLabel, onFailed }: Props) => {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Browsers refuse the clipboard on plain http and without permission.
      onFailed();
    }
  };
  return (
    <Button type="button" size="lg" variant="subtle" flexShrink="0" onClick={() => void copy()}>
      {isCopied ? <CheckIcon /> : <CopyIcon />}
      <span aria-live="polite">{isCopied ? copiedLabel : label}</span>
    </Button>
  );
};

/** Shows a secret that can be copied but not changed. */
export const SecretField = ({ secret, label, testId }: { secret: string; label: string; testId: string }) => {
  const texts = useTexts('account').tokens;
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

const QrCode = loadPart(async () => (await import('./qr-code.tsx')).QrCode);

type Secret = { label: string; value: string; testId: string };

type NewSecretsProps = {
  title: string;
  /** Tells the reader to keep the secrets, which are never shown again. */
  text: string;
  secrets: readonly Secret[];
  /** The text of the QR code. */
  forPhone: string;
  onDone: () => void;
};

/** Shows new secrets until the reader says that they have copied them. Several have their labels above them. */
const NewSecrets = ({ title, text, secrets, forPhone, onDone }: NewSecretsProps) => {
  const texts = useTexts('account').tokens;
  const [hasCode, setCode] = useState(false);
  return (
    <Box as="output" display="block" bg="shu.subtle" borderRadius="xl" p="4">
      <Box fontWeight="semibold">{title}</Box>
      <Box textStyle="sm" color="fg.muted">
        {text}
      </Box>
      {secrets.map(({ label, value, testId }) => (
        <Box key={testId} mt="3">
          {secrets.length === 1 ? null : (
            <Box textStyle="sm" fontWeight="medium" mb="1">
              {label}
            </Box>
          )}
          <SecretField secret={value} label={label} testId={testId} />
        </Box>
      ))}
      {hasCode ? (
        <Box mt="3">
          <Suspense fallback={null}>
            <QrCode text={forPhone} label={texts.code} />
          </Suspense>
        </Box>
      ) : null}
      <Flex mt="3" gap="2" wrap="wrap">
        <Button size="md" variant="outline" bg="bg.panel" onClick={onDone}>
          {texts.done}
        </Button>
        {hasCode ? null : (
          <Button size="md" variant="ghost" onClick={() => setCode(true)}>
            {texts.showCode}
          </Button>
        )}
      </Flex>
    </Box>
  );
};

type SecretFormProps = {
  texts: { name: string; namePlaceholder: string; create: string };
  creation: { error: unknown; isPending: boolean; reset: () => void };
  onCreate: (name: string) => void;
  /** The secrets that were created; null before that. */
  created: Omit<NewSecretsProps, 'onDone'> | null;
  /** A choice between the name and the button. */
  choice?: ReactNode;
};

/** Creates something by its name, and shows its secrets once. */
export const SecretForm = ({ texts, creation, onCreate, created, choice }: SecretFormProps) => {
  const id = useId();
  const [name, setName] = useState('');
  const trimmed = name.trim();
  if (created !== null)
    return (
      <NewSecrets
        {...created}
        onDone={() => {
          creation.reset();
          setName('');
        }}
      />
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed !== '') onCreate(trimmed);
      }}
    >
      <chakra.label htmlFor={id} display="block" textStyle="sm" fontWeight="medium" mb="1.5">
        {texts.name}
      </chakra.label>
      <Input
        id={id}
        size="lg"
        value={name}
        maxLength={100}
        placeholder={texts.namePlaceholder}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <Flex gap="3" mt="3" wrap="wrap" alignItems="center" justifyContent="space-between">
        {choice}
        <Button type="submit" disabled={trimmed === '' || creation.isPending}>
          {texts.create}
        </Button>
      </Flex>
      {creation.error === null ? null : (
        <Box mt="3">
          <FieldError error={creation.error} />
        </Box>
      )}
    </form>
  );
};
