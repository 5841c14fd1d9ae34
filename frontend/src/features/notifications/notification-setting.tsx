import { Button } from '@chakra-ui/react/button';
import { Suspense, useState } from 'react';
import { Section, SettingRow } from '../../components/page/section.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';
import { loadPart } from '../../lib/load-part.tsx';

const dialogs = {
  notifications: loadPart(async () => (await import('./notification-dialog.tsx')).NotificationDialog),
  morning: loadPart(async () => (await import('./morning-dialog.tsx')).MorningDialog),
};

/** Shows the rows that open the settings of notifications and of the morning edition. Nothing is asked of the server before that. */
export const NotificationSetting = () => {
  const notifications = useTexts('notifications');
  const morning = useTexts('morning');
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null);
  const Dialog = open === null ? null : dialogs[open];
  const row = (name: keyof typeof dialogs, texts: { title: string; row: string; rowHint: string }) => (
    <SettingRow name={name} label={texts.row} hint={texts.rowHint} isBeside>
      <Button
        variant="subtle"
        size="md"
        aria-label={`${notifications.setUp}: ${texts.title}`}
        onClick={() => setOpen(name)}
      >
        {notifications.setUp}
      </Button>
    </SettingRow>
  );
  return (
    <Section title={notifications.title}>
      {row('notifications', notifications)}
      {row('morning', morning)}
      {Dialog === null ? null : (
        <Suspense fallback={null}>
          <Dialog onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </Section>
  );
};
