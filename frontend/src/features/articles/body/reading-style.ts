import type { Highlight } from '@omomi/backend/contract';

/** The colours of marks, which lie thinly over that of the page. */
export const markColours = {
  yellow: '#f2b200',
  green: '#35a853',
  blue: '#3b8bea',
  pink: '#e4579b',
} as const satisfies Record<Highlight['colour'], string>;

/** How the parts of an article's text look. */
export const readingStyle = {
  '& > * + *, & p + p': { marginTop: '1em' },
  '& a': { color: 'shu.fg', textDecoration: 'underline', textUnderlineOffset: '0.18em' },
  '& a:hover': { textDecorationThickness: '2px' },
  '& img': { maxWidth: '100%', height: 'auto', borderRadius: '8px', marginBlock: '0.5em', bg: 'bg.muted' },
  // A picture that stands alone keeps a place of the usual shape until its own is known.
  '& img[data-framed]': { display: 'block', marginInline: 'auto' },
  '& img[data-framed]:not([data-loaded])': { width: '100%' },
  '& img[data-framed]:not([data-loaded]):not([width][height])': { aspectRatio: '3 / 2' },
  '& a[data-enlarge]': { display: 'block', cursor: 'zoom-in' },
  '& [data-missing-picture]': { color: 'fg.muted', fontSize: '0.9em' },
  '& figcaption': { color: 'fg.muted', fontSize: '0.85em', marginTop: '0.3em' },
  '& ul': { listStyle: 'disc', paddingInlineStart: '1.3em' },
  '& ol': { listStyle: 'decimal', paddingInlineStart: '1.4em' },
  '& li + li': { marginTop: '0.35em' },
  '& blockquote': {
    borderInlineStart: '3px solid',
    borderColor: 'border.emphasized',
    paddingInlineStart: '1em',
    color: 'fg.muted',
  },
  '& h1, & h2, & h3, & h4': { fontWeight: 600, lineHeight: 1.35, marginTop: '1.5em' },
  '& pre': {
    fontFamily: 'mono',
    fontSize: '0.82em',
    lineHeight: 1.6,
    overflowX: 'auto',
    bg: 'bg.subtle',
    borderRadius: '10px',
    padding: '0.9em 1.1em',
  },
  // Lines of code keep their length, and the frame scrolls.
  '& pre, & pre *': { overflowWrap: 'normal', whiteSpace: 'pre' },
  '& code': { fontFamily: 'mono', fontSize: '0.86em' },
  '& pre code': { fontSize: '1em' },
  '& [data-scrolls=table]': { overflowX: 'auto' },
  '& table': { borderCollapse: 'collapse', fontSize: '0.9em' },
  // A cell is as wide as its longest word, so that a table of many columns scrolls and no word breaks at each letter.
  '& td, & th': {
    overflowWrap: 'break-word',
    borderBottom: '1px solid',
    borderColor: 'border',
    padding: '0.4em 0.8em',
    textAlign: 'start',
    verticalAlign: 'top',
  },
  '& [data-wide]': { minWidth: '9em' },
  // The text on a mark keeps its contrast in every theme.
  '& mark[data-highlight]': {
    bg: 'color-mix(in srgb, var(--mark) 34%, transparent)',
    '--mark': markColours.yellow,
    cursor: 'pointer',
  },
  '& mark[data-colour=green]': { '--mark': markColours.green },
  '& mark[data-colour=blue]': { '--mark': markColours.blue },
  '& mark[data-colour=pink]': { '--mark': markColours.pink },
  '& mark[data-noted]': { borderBottom: '2px solid var(--mark)' },
  '& hr': { borderColor: 'border', marginBlock: '1.6em' },
};
