import { rss } from '../../../backend/test/harness/servers/feed-server.ts';

const HEADLINES = [
  'The last lighthouse keeper of the northern coast hands over the keys',
  'A bridge is closed until spring, and the ferry comes back',
  'What the oldest trees of the valley tell about the winters of the past',
  'City council votes for wider pavements after a night of debate',
  'How a small library lends out telescopes',
  'A storm moves the sandbank, and the harbour moves its buoys',
  'Swifts return three weeks early to the old mill',
  'The night train to the islands runs again',
];
const JAPANESE_HEADLINES = [
  '灯台守の最後の一日、鍵を返す朝',
  '橋が春まで通行止めに、渡し船が復活',
  '谷の古木が語る、むかしの冬',
  '小さな図書館が望遠鏡を貸し出す理由',
  '夜行列車、島への便を再開',
  '嵐で砂州が動き、港は浮標を移す',
];
const SENTENCE =
  'For thirty years the lamp was lit by hand every evening, and the log of the weather was kept in ink. From next week a sensor does both. ';
const JAPANESE =
  '三十年のあいだ、灯りは毎晩人の手でともされ、天気の記録は万年筆で書かれてきた。来週からはセンサーが両方を引き受ける。';

const cells = (name: string, texts: readonly string[]): string =>
  `<tr>${texts.map((text) => `<${name}>${text}</${name}>`).join('')}</tr>`;

/** Returns the text of an article with all that an article can hold: pictures, a table, code, a video, a footnote, a quotation. */
const longText = (picture: string): string => `
<p>${SENTENCE}<sup><a href="https://coast.example/1#fn:1">1</a></sup> ${SENTENCE}</p>
<figure><img src="${picture}" alt="A lighthouse at dusk" width="800" height="500"><figcaption>The lamp in its last winter</figcaption></figure>
<h3>What the log says</h3><p>${SENTENCE.repeat(2)}</p>
<blockquote><p>The sea does not mind, but somebody ought to look at it.</p></blockquote>
<table><thead>${cells('th', ['Year', 'Nights of fog', 'Ships passed', 'Wind at midnight'])}</thead>
<tbody>${cells('td', ['1994', '61', '2,204', 'north-west 6'])}${cells('td', ['2025', '48', '911', 'west 5'])}</tbody></table>
<pre><code>const light = lamps.filter(({ isLit }) => isLit).map((lamp) => lamp.light).reduce((sum, light) => sum + light, 0);</code></pre>
<ul><li>The keys hang in the <a href="https://coast.example/hall">town hall</a>.</li><li>The log is in the archive.</li></ul>
<p><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe></p>
<ol><li><p>The ink was made of oak galls. <a href="https://coast.example/1#fnref:1">↩</a></p></li></ol>`;

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

/** A paper in English. Its newest article holds all that an article can hold, every other one a picture. */
export const coastalPaper = (picture: string): string =>
  rss(
    Array.from({ length: 30 }, (_, n) => ({
      title: `${HEADLINES[n % HEADLINES.length] ?? ''}${n < HEADLINES.length ? '' : `, part ${Math.ceil((n + 1) / HEADLINES.length)}`}`,
      text:
        n === 0
          ? longText(picture)
          : `${n % 2 === 0 ? `<img src="${picture}">` : ''}<p>${SENTENCE.repeat(2)}</p>`,
      link: `https://coast.example/${n}`,
      guid: `coast-${n}`,
      date: hoursAgo(n * 5 + 1),
    })),
    { title: 'The Coastal Paper', site: 'https://coast.example/' },
  );

/** A paper in Japanese. */
export const japanesePaper = (picture: string): string =>
  rss(
    JAPANESE_HEADLINES.map((title, n) => ({
      title,
      text: `${n % 2 === 0 ? `<img src="${picture}">` : ''}<p>${JAPANESE.repeat(3)}</p>`,
      link: `https://todai.example/${n}`,
      guid: `todai-${n}`,
      date: hoursAgo(n * 7 + 2),
    })),
    { title: '灯台だより', site: 'https://todai.example/' },
  );

/** Another paper, which tells two of the same stories. */
export const islandHerald = (): string =>
  rss(
    [
      HEADLINES[7],
      HEADLINES[1],
      'Three boats and a piano: moving house by sea',
      'A quiet week for gardeners',
    ].map((title = '', n) => ({
      title,
      text: `<p>${SENTENCE}</p>`,
      link: `https://herald.example/${n}`,
      guid: `herald-${n}`,
      date: hoursAgo(n * 9 + 3),
    })),
    { title: 'Island Herald', site: 'https://herald.example/' },
  );
