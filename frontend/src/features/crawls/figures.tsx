import type { CrawlSettings, JobState, CrawlPageState } from '@omomi/backend/contract';
import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { hostOf } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { Tag } from '../../components/list-line.tsx';

/** Returns a function that names a crawl by the hosts of its seeds: "example.com and 2 more". */
export const useCrawlName = (): ((settings: Pick<CrawlSettings, 'seeds'>) => string) => {
  const texts = useTexts('crawl');
  return ({ seeds }) => {
    const [first = '', ...others] = new Set(seeds.map(hostOf));
    return texts.name(first, others.length);
  };
};

/** Returns an address without its scheme, and without its host if that is the crawl's own. */
export const shortAddress = (address: string, host: string): string => {
  const url = URL.parse(address);
  if (url === null) return address;
  const path = `${url.pathname}${url.search}`;
  return url.host === host ? path : `${url.host}${path}`;
};

/** Returns the host of a crawl's first seed. */
export const firstHost = ({ seeds }: { seeds: readonly string[] }): string =>
  URL.parse(seeds[0] ?? '')?.host ?? '';

const unitText = (value: number, unit: string, language: string, digits: number): string =>
  new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: digits,
  }).format(value);

/** Formats milliseconds as "850 ms", from a second as "1.4 s". */
export const msText = (ms: number, language: string): string => {
  if (ms < 1000) return `${Math.round(ms).toLocaleString(language)} ms`;
  const seconds = ms / 1000;
  return `${seconds.toLocaleString(language, { maximumFractionDigits: seconds < 10 ? 1 : 0 })} s`;
};

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Formats a number of bytes in steps of 1,000, with one decimal below 10: "900 B", "1.2 MB". */
export const bytesText = (bytes: number, language: string): string => {
  const step = bytes < 1000 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  const digits = step > 0 && value < 10 ? 1 : 0;
  return `${value.toLocaleString(language, { maximumFractionDigits: digits })} ${byteUnits[step] ?? ''}`;
};

/** Formats whole seconds by their two largest units: "45 sec", "2 min 5 sec", "2分5秒". Japanese has no spaces in between. */
export const durationText = (seconds: number, language: string): string => {
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), 'day'],
    [Math.floor(seconds / 3600) % 24, 'hour'],
    [Math.floor(seconds / 60) % 60, 'minute'],
    [Math.floor(seconds) % 60, 'second'],
  ];
  const first = parts.findIndex(([value]) => value > 0);
  const largest = first === -1 ? parts.slice(-1) : parts.slice(first, first + 2);
  return largest
    .filter(([value], index) => index === 0 || value > 0)
    .map(([value, unit]) => unitText(value, unit, language, 0))
    .join(' ')
    .replaceAll(/ ?(日|時間|分|秒) ?/g, '$1');
};

/** Formats an amount of US dollars with two significant digits below a cent, and two decimals above. */
export const usdText = (usd: number, language: string): string =>
  usd > 0 && usd < 0.01
    ? usd.toLocaleString(language, { maximumSignificantDigits: 2 })
    : usd.toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Shows the state of a crawl as a label. */
export const CrawlState = ({ state }: { state: JobState }) => {
  const texts = useTexts('crawl');
  const isActive = state === 'queued' || state === 'running';
  return <Tag tone={state === 'failed' ? 'error' : isActive ? 'strong' : 'plain'}>{texts.states[state]}</Tag>;
};

type Props = {
  /** Null: the address is not a page of the crawl. */
  state: CrawlPageState | null;
  status_code: number | null;
};

/** Shows the status code of a page, or its state if it has none. */
export const StatusMark = ({ state, status_code: code }: Props) => {
  const texts = useTexts('crawlPages');
  if (state === null) return <Tag>{texts.notAsked}</Tag>;
  const isBad = state === 'error' || (code !== null && code >= 400);
  return (
    <Tag tone={isBad ? 'error' : state === 'processing' ? 'strong' : 'plain'}>
      {state === 'completed' && code !== null ? code : texts.states[state]}
    </Tag>
  );
};

/** Shows a name with its value, within a list of them in two columns. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <chakra.div display="contents">
    <chakra.dt color="fg.muted">{name}</chakra.dt>
    <chakra.dd m="0" minW="0">
      {children}
    </chakra.dd>
  </chakra.div>
);
