import { Button } from '@chakra-ui/react/button';
import { useRef } from 'react';

type Props = {
  label: string;
  /** Shown on the button instead of the label. */
  text?: string;
  /** The kinds of files that are offered, as an input takes them. */
  accept: string;
  variant?: 'subtle' | 'outline';
  busy: boolean;
  onFiles: (files: FileList | null) => void;
};

/** Shows a button that lets the reader choose a file. */
export const ChooseFile = ({ label, text = label, accept, variant = 'subtle', busy, onFiles }: Props) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        onChange={({ target }) => {
          onFiles(target.files);
          // Reset the value. Otherwise choosing the same file again would not fire a change event.
          target.value = '';
        }}
      />
      <Button size="md" variant={variant} disabled={busy} onClick={() => input.current?.click()}>
        {text}
      </Button>
    </>
  );
};
