import { useQuery } from '@tanstack/react-query';
import { SignOutIcon } from '../../components/icons.tsx';
import { useI18n } from '../../lib/i18n/language.tsx';
import { NavItem } from '../../components/nav-item.tsx';
import { meQuery, useSignOut } from '../../lib/session.ts';

/** Shows the sign-out button. Hidden when there is no sign-in. */
export const SignOutItem = () => {
  const { t } = useI18n();
  const { data } = useQuery(meQuery);
  const { mutate, isPending, isSuccess } = useSignOut();
  const isLeaving = isPending || isSuccess;
  if (data?.via !== 'session') return null;
  return (
    <NavItem
      icon={<SignOutIcon />}
      label={t.nav.signOut}
      unread={null}
      isCurrent={false}
      muted={isLeaving}
      {...(data.email === null ? {} : { note: data.email })}
      onSelect={() => {
        if (!isLeaving) mutate();
      }}
    />
  );
};
