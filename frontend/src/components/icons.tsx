import type { ReactNode } from 'react';

export const Icon = ({ children, filled = false }: { children: ReactNode; filled?: boolean }) => (
  <svg
    viewBox="0 0 24 24"
    width="20"
    height="20"
    fill={filled ? 'currentColor' : 'none'}
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    {children}
  </svg>
);
export const MenuIcon = () => (
  <Icon>
    <path d="M4 7h16M4 12h16M4 17h10" />
  </Icon>
);
export const CloseIcon = () => (
  <Icon>
    <path d="M6 6l12 12M18 6L6 18" />
  </Icon>
);
export const PlusIcon = () => (
  <Icon>
    <path d="M12 5v14M5 12h14" />
  </Icon>
);
export const MoreIcon = () => (
  <Icon filled>
    <circle cx="5.500" cy="12" r="1" />
    <circle cx="12" cy="12" r="1" />
    <circle cx="18.500" cy="12" r="1" />
  </Icon>
);
export const ChevronIcon = () => (
  <Icon>
    <path d="M9 6l6 6-6 6" />
  </Icon>
);
export const BookmarkIcon = ({ filled = false }: { filled?: boolean }) => (
  <Icon filled={filled}>
    <path d="M7 4h10a1 1 0 0 1 1 1v15l-6-4.500L6 20V5a1 1 0 0 1 1-1z" />
  </Icon>
);
export const DotIcon = ({ filled = false }: { filled?: boolean }) => (
  <Icon filled={filled}>
    <circle cx="12" cy="12" r="4.500" />
  </Icon>
);
export const RefreshIcon = () => (
  <Icon>
    <path d="M20 11a8 8 0 0 0-14.300-4.300L4 8.500M4 4v4.500h4.500M4 13a8 8 0 0 0 14.300 4.300L20 15.500M20 20v-4.500h-4.500" />
  </Icon>
);
export const CheckAllIcon = () => (
  <Icon>
    <path d="M2.500 12.500l4.500 4.500 8.500-9.500M12 16l1 1 8.500-9.500" />
  </Icon>
);
export const TodayIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4" />
  </Icon>
);
export const SearchIcon = () => (
  <Icon>
    <circle cx="10.500" cy="10.500" r="6" />
    <path d="M15 15l5 5" />
  </Icon>
);
export const InboxIcon = () => (
  <Icon>
    <path d="M4 6h16M4 11h16M4 16h9" />
  </Icon>
);
export const WeightIcon = () => (
  <Icon>
    <path d="M5 7h14M5 12h9M5 17h5" />
    <circle cx="17" cy="12" r="1.600" />
    <circle cx="13" cy="17" r="1.600" />
  </Icon>
);
export const SettingsIcon = () => (
  <Icon>
    <path d="M4 8h9M19 8h1M4 16h1M11 16h9" />
    <circle cx="16" cy="8" r="2.600" />
    <circle cx="8" cy="16" r="2.600" />
  </Icon>
);
export const WarningIcon = () => (
  <Icon>
    <path d="M12 8v5M12 16.500v.010M10.300 4.500L3.200 17a2 2 0 0 0 1.700 3h14.200a2 2 0 0 0 1.700-3L13.700 4.500a2 2 0 0 0-3.400 0z" />
  </Icon>
);
export const PauseIcon = () => (
  <Icon>
    <path d="M9 6v12M15 6v12" />
  </Icon>
);
export const ListIcon = () => (
  <Icon>
    <path d="M4 6.500h.010M4 12h.010M4 17.500h.010M8.500 6.500H20M8.500 12H20M8.500 17.500H20" />
  </Icon>
);
/** Draws the logo: the kanji for weight, as a seal. */
export const Logo = ({ size = 28 }: { size?: number }) => (
  <svg viewBox="0 0 64 64" width={size} height={size} aria-hidden="true" focusable="false">
    <rect width="64" height="64" rx="15" fill="#b23a24" />
    <path
      d="M42 12.500Q33 15 22 15.500M12 22.500H52M20 29.500V42H44V29.500ZM20 35.750H44M17 47.500H47M11 53.500H53M32 15V53.500"
      fill="none"
      stroke="#fff9f4"
      strokeWidth="4"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);
