import type { FeedErrorCode } from '@omomi/backend/contract';

export type FeedSeed = {
  title: string;
  url: string;
  folder: string | null;
  author: string | null;
  topics: string[];
  error?: FeedErrorCode;
  stopped?: boolean;
  paused?: boolean;
};

export const feedSeeds: FeedSeed[] = [
  {
    title: 'The Meridian',
    url: 'https://meridian.example/feed',
    folder: 'News',
    author: null,
    topics: ['climate', 'ukraine', 'city'],
  },
  {
    title: 'Harbour Post',
    url: 'https://harbour.example/rss',
    folder: 'News',
    author: 'Ines Okafor',
    topics: ['ukraine', 'trade', 'climate'],
  },
  {
    title: '朝凪新聞',
    url: 'https://asanagi.example/rss',
    folder: 'News',
    author: null,
    topics: ['jaClimate', 'jaCity', 'jaScience'],
  },
  {
    title: 'Small Machines',
    url: 'https://machines.example/atom.xml',
    folder: 'Technology',
    author: 'Theo Brandt',
    topics: ['apple', 'rust', 'database'],
  },
  {
    title: 'Orchard Notes',
    url: 'https://orchard.example/feed',
    folder: 'Technology',
    author: 'Mei Tan',
    topics: ['apple', 'design'],
  },
  {
    title: '技術の縁側',
    url: 'https://engawa.example/feed',
    folder: 'Technology',
    author: '高梨 涼',
    topics: ['jaTech', 'jaDatabase'],
  },
  {
    title: 'Quiet Compiler',
    url: 'https://compiler.example/feed.json',
    folder: 'Technology',
    author: 'R. Lindqvist',
    topics: ['rust', 'database'],
  },
  {
    title: 'Field & Orbit',
    url: 'https://orbit.example/rss',
    folder: 'Science',
    author: 'Dr. Salma Idris',
    topics: ['space', 'climate'],
  },
  {
    title: 'The Long Now Garden',
    url: 'https://garden.example/feed',
    folder: null,
    author: 'Wren',
    topics: ['design', 'city'],
  },
  {
    title: '台所の実験',
    url: 'https://daidokoro.example/rss',
    folder: null,
    author: '小林 ゆき',
    topics: ['jaFood'],
  },
  {
    title: 'Old Gazette',
    url: 'https://gazette.example/rss',
    folder: null,
    author: null,
    topics: ['trade'],
    error: 'gone',
    stopped: true,
  },
  {
    title: 'Weather Desk',
    url: 'https://weather.example/rss',
    folder: 'Science',
    author: null,
    topics: ['climate'],
    error: 'timed_out',
  },
];

export const topics: Record<string, [title: string, text: string][]> = {
  climate: [
    [
      'Coastal cities redraw their climate maps after a record spring tide',
      'Planners in nine ports have begun to redraw the line at which they stop defending the shore. The new climate maps count not only the height of the water but how often it comes.',
    ],
    [
      'What a warmer winter does to an apple orchard',
      'An apple tree needs about a thousand hours of cold before it will flower as it should. Growers who kept notes for forty years see the hours melt away with the changing climate.',
    ],
    [
      'The climate models were right about the rain',
      'A look back at thirty years of forecasts finds that rainfall followed the middle of the range, almost everywhere.',
    ],
  ],
  ukraine: [
    [
      'Ukraine rebuilds its railway one bridge at a time',
      'Engineers in Ukraine replace a bridge span in eleven days, half the time it took before the war. The crews sleep in carriages behind the works.',
    ],
    [
      'Grain leaves Ukraine by river, and the barges are full',
      'The Danube ports have become the country’s second coast. Ukraine now ships a third of its harvest on water that hardly carried any four years ago.',
    ],
    [
      'Letters from Kharkiv: a library reopens underground',
      'The reading room is two floors below the square. On its first day the library lent four hundred books.',
    ],
  ],
  apple: [
    [
      'Apple moves its smallest chip into the earphone case',
      'The part is the size of a sesame seed. Apple says it listens for the wearer’s voice and wakes nothing else until it hears it.',
    ],
    [
      'A teardown of the new Apple laptop finds a battery that unscrews',
      'Four screws and a pull tab: the battery of the new Apple laptop comes out in two minutes, without heat.',
    ],
  ],
  rust: [
    [
      'Rewriting a parser in Rust, and the bug that moved in with it',
      'We expected the rewrite to be faster and it was. We did not expect it to faithfully keep a bug from 2009.',
    ],
    [
      'Borrow checking explained with library cards',
      'You may lend a book to many readers, or to one who writes in it. Rust’s rule is the librarian’s.',
    ],
  ],
  database: [
    [
      'Single-table design without the tears',
      'One table, a handful of indexes and a page of key patterns. What a year in production taught us about access paths.',
    ],
    [
      'How much does a write really cost?',
      'We counted capacity units for a month. Projections were the surprise: half of the bill was data nobody read.',
    ],
  ],
  design: [
    [
      'In praise of the margin',
      'White space is not empty; it is where the eye rests before the next thought. Notes on books that know it.',
    ],
    [
      'A typeface for timetables',
      'Figures of equal width, ones with feet, sevens that are never mistaken for ones.',
    ],
  ],
  city: [
    [
      'The street that took out its parking and kept its shops',
      'Two years on, takings are up by a tenth and the plane trees have reached the first floor.',
    ],
    [
      'Benches, counted',
      'A volunteer walked every street of the old town to count the places to sit. There are 412, and most face a wall.',
    ],
  ],
  trade: [
    [
      'Container rates fall for the ninth week',
      'Freight between the two oceans is cheaper than at any time since the canal reopened.',
    ],
    [
      'The last tin smelter on the estuary closes',
      'It opened in 1911 and outlived three owners. The furnace was put out on Friday.',
    ],
  ],
  space: [
    [
      'A telescope the size of a shoebox finds its first planet',
      'It watched one star for ninety nights. The dip in the light was a hundredth of a per cent.',
    ],
    [
      'Why the next moon lander carries a jar of dust',
      'Glue, salt and powdered basalt: the recipe for fake moon dust has become a standard of its own.',
    ],
  ],
  jaClimate: [
    [
      '気候変動で変わる稲作、北の産地が広がる',
      '夏の高温で一等米の割合が下がるなか、北の地域では新しい品種の作付けが進んでいます。気候変動に合わせて田植えの時期を見直す農家も増えました。',
    ],
    [
      '海水温の上昇が続き、秋の魚が遅れて届く',
      '漁港の記録では、初水揚げの時期が二十年前より三週間遅くなっています。研究者は気候の変化との関わりを調べています。',
    ],
  ],
  jaCity: [
    [
      '商店街の空き店舗が、まちの図書室になった',
      '本棚は近所の人が持ち寄ったもの。貸出の記録は一冊のノートだけです。',
    ],
    ['路面電車の新しい停留所に、木のベンチを', '地元の杉を使い、背もたれの角度まで住民と決めました。'],
  ],
  jaScience: [['小型衛星が捉えた、夜の海の光', '漁火だけではない光の正体を、三年分の観測から読み解きます。']],
  jaTech: [
    [
      '型で守る設計、実行時に確かめる境界',
      '内側では型を信じ、外から来るものは必ず検証する。その線引きをどこに置くかという話です。',
    ],
    ['静かな通知という設計', '知らせないことを選べる仕組みは、知らせることより難しいものです。'],
  ],
  jaDatabase: [
    [
      'データベースの書き込みを半分にした話',
      'インデックスに載せる項目を見直しただけで、書き込みの費用が半分になりました。',
    ],
  ],
  jaFood: [
    ['鉄のフライパンを育てる一週間', '油をなじませ、焦がし、洗わない。毎日の記録と写真です。'],
    ['出汁の温度をめぐる小さな実験', '六十度と八十五度で、昆布の香りはどう変わるのでしょうか。'],
  ],
};
