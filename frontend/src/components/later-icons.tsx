import { Icon } from './icons.tsx';

// Icons that nothing of the start script shows.

export const BackIcon = () => (
  <Icon>
    <path d="M15 6l-6 6 6 6" />
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
export const CheckIcon = () => (
  <Icon>
    <path d="M5 12.500l4.500 4.500L19 7.500" />
  </Icon>
);
export const StarIcon = ({ filled = false }: { filled?: boolean }) => (
  <Icon filled={filled}>
    <path d="M12 4l2.500 5.100 5.600.800-4 4 .900 5.600-5-2.600-5 2.600.900-5.600-4-4 5.600-.800z" />
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
export const CopyIcon = () => (
  <Icon>
    <path d="M9 9h10v11H9zM15 9V5a1 1 0 0 0-1-1H6a1 1 0 0 0-1 1v9a1 1 0 0 0 1 1h3" />
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
