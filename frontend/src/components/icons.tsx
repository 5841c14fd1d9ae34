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
export const BackIcon = () => (
  <Icon>
    <path d="M15 6l-6 6 6 6" />
  </Icon>
);
export const BookmarkIcon = ({ filled = false }: { filled?: boolean }) => (
  <Icon filled={filled}>
    <path d="M7 4h10a1 1 0 0 1 1 1v15l-6-4.500L6 20V5a1 1 0 0 1 1-1z" />
  </Icon>
);
export const ThumbIcon = ({ down = false, filled = false }: { down?: boolean; filled?: boolean }) => (
  <Icon filled={filled}>
    <path
      d="M7 11v9H4v-9zM7 11l4-7c1.500 0 2.300 1 2 2.500L12.500 10H18a2 2 0 0 1 2 2.400l-1.200 6a2 2 0 0 1-2 1.600H7"
      transform={down ? 'rotate(180 12 12)' : undefined}
    />
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
export const CheckIcon = () => (
  <Icon>
    <path d="M5 12.500l4.500 4.500L19 7.500" />
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
export const StarIcon = ({ filled = false }: { filled?: boolean }) => (
  <Icon filled={filled}>
    <path d="M12 4l2.500 5.100 5.600.800-4 4 .900 5.600-5-2.600-5 2.600.900-5.600-4-4 5.600-.800z" />
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
export const ExternalIcon = () => (
  <Icon>
    <path d="M13 5h6v6M19 5l-9 9M10 6H6a1 1 0 0 0-1 1v11a1 1 0 0 0 1 1h11a1 1 0 0 0 1-1v-4" />
  </Icon>
);
export const TrashIcon = () => (
  <Icon>
    <path d="M5 7h14M10 7V5h4v2M7 7l.800 12h8.400L17 7" />
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
export const CopyIcon = () => (
  <Icon>
    <path d="M9 9h10v11H9zM15 9V5a1 1 0 0 0-1-1H6a1 1 0 0 0-1 1v9a1 1 0 0 0 1 1h3" />
  </Icon>
);
export const ListIcon = () => (
  <Icon>
    <path d="M4 6.500h.010M4 12h.010M4 17.500h.010M8.500 6.500H20M8.500 12H20M8.500 17.500H20" />
  </Icon>
);
export const DownloadIcon = () => (
  <Icon>
    <path d="M12 4v10.500M7.500 10.500l4.500 4.500 4.500-4.500M5 19.500h14" />
  </Icon>
);
export const ColumnsIcon = () => (
  <Icon>
    <path d="M4.500 5.500h15v13h-15zM9.500 5.500v13M14.500 5.500v13" />
  </Icon>
);
export const TypeIcon = () => (
  <Icon>
    <path d="M3 18l4.500-12 4.500 12M4.600 14h5.800M21 11v7M21 14.500a3.500 3.500 0 1 1-7 0 3.500 3.500 0 0 1 7 0z" />
  </Icon>
);
export const ShareIcon = () => (
  <Icon>
    <path d="M12 15V4M8 7.500L12 3.500l4 4M5 12v7a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-7" />
  </Icon>
);
export const PlayIcon = () => (
  <Icon>
    <path d="M7.500 5l11 7-11 7z" />
  </Icon>
);
export const BackwardIcon = () => (
  <Icon>
    <path d="M11.500 6.500L6 12l5.500 5.500M18 6.500L12.500 12l5.500 5.500" />
  </Icon>
);
export const ForwardIcon = () => (
  <Icon>
    <path d="M12.500 6.500L18 12l-5.500 5.500M6 6.500l5.500 5.500L6 17.500" />
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
