import { Button } from '@chakra-ui/react/button';
import { Suspense, useState } from 'react';
import { Section, SettingRow } from '../../components/page/section.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';
import { loadPart } from '../../lib/load-part.tsx';

const Dialog = loadPart(async () => (await import('./notification-dialog.tsx')).NotificationDialog);

/** Shows the row that opens the settings of notifications. Nothing is asked of the server before that. */
export const NotificationSetting = () => {
  const texts = useTexts('notifications');
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={texts.title}>
      <SettingRow name="notifications" label={texts.row} hint={texts.rowHint} isBeside>
        <Button
          variant="subtle"
          size="md"
          aria-label={`${texts.setUp}: ${texts.title}`}
          onClick={() => setOpen(true)}
        >
          {texts.setUp}
        </Button>
      </SettingRow>
      {isOpen ? (
        <Suspense fallback={null}>
          <Dialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Section>
  );
};
