import { city, kitchen, science, technology } from '../../../backend/src/samples/texts-english.ts';
import { gijutsu, kurashi } from '../../../backend/src/samples/texts-japanese.ts';
import type { SampleFeed } from '../../../backend/src/samples/sample-feed.ts';

/** The feeds of the README's pictures: the samples of the first page, and papers that tell some of the same stories. */

const harbourPost: SampleFeed = {
  title: 'The Harbour Post',
  description: 'News of the coast.',
  language: 'en',
  scenery: {
    sky: [
      [52, 78, 112],
      [236, 206, 176],
    ],
    sun: [240, 178, 96],
    land: [
      [122, 140, 158],
      [78, 98, 122],
      [40, 56, 80],
    ],
    shape: 'towers',
  },
  entries: [
    {
      hoursAgo: 2,
      title: 'Harbour line gets its night trains back, with beds and a carriage for bicycles',
      text: [
        'Night trains return to the harbour line in spring. They leave the harbour station at 22:40 and reach the mountains for breakfast, with single beds and a whole carriage for bicycles.',
        'The carriages are thirty years old and newly fitted. A ticket costs as much as a cheap hotel, and the first month was sold out within a morning.',
        'Whoever cannot sleep may sit in the old dining car, where soup is served until two.',
      ],
    },
    {
      hoursAgo: 6,
      title: 'The fish market moves indoors for the winter',
      text: [
        'From Monday the stalls stand in the old net loft. The roof is tight, the light is better, and the gulls have to wait outside.',
        'The market opens at six, as it has since 1911.',
      ],
    },
    {
      hoursAgo: 26,
      title: 'A lost letter arrives after sixty years',
      text: [
        'It had slipped behind a drawer of the post office. The sender, who is 84, has answered herself.',
      ],
    },
  ],
};

const northernHerald: SampleFeed = {
  title: 'Northern Herald',
  description: 'News of the north.',
  language: 'en',
  scenery: {
    sky: [
      [36, 58, 84],
      [202, 220, 226],
    ],
    sun: [244, 232, 206],
    land: [
      [176, 198, 210],
      [128, 156, 176],
      [74, 98, 120],
    ],
    shape: 'hills',
  },
  entries: [
    {
      hoursAgo: 3,
      title: 'Night trains with beds and a bicycle carriage are back on the harbour line',
      text: [
        'From spring night trains run on the harbour line again, from the harbour station at 22:40 to the mountains, with single beds and a carriage for bicycles.',
      ],
    },
    {
      hoursAgo: 7,
      title: 'Glacier near Tromsø hisses: the sound tells how fast it melts',
      text: [
        'Air of a thousand years hisses as the glacier melts. A microphone under water tells researchers in Tromsø how fast its front is lost.',
      ],
    },
    {
      hoursAgo: 15,
      title: 'Reindeer have right of way on the new bridge',
      text: ['Twice a year the bridge closes to cars for a morning. The animals have been counted: 4,312.'],
    },
    {
      hoursAgo: 33,
      title: 'The last ferry of the season waits for the choir',
      text: ['Forty singers missed it last year. This time the captain has a copy of the programme.'],
    },
  ],
};

const umibe: SampleFeed = {
  title: '海辺新聞',
  description: '海辺の町のニュース。',
  language: 'ja',
  scenery: {
    sky: [
      [44, 104, 116],
      [240, 226, 190],
    ],
    sun: [222, 92, 70],
    land: [
      [142, 178, 170],
      [88, 136, 136],
      [38, 82, 92],
    ],
    shape: 'hills',
  },
  entries: [
    {
      hoursAgo: 5,
      title: '港の線に夜行列車が戻る、自転車を載せる車両も',
      text: [
        '春から、港の線に夜行列車が戻る。22時40分に港の駅を出て、朝食のころ山に着く。扉のある一人用の寝台と、自転車を載せる車両がある。',
      ],
    },
    {
      hoursAgo: 13,
      title: '灯台の見学、冬も土曜日に',
      text: ['百四十段の階段を上ると、晴れた日には島が七つ見える。予約はいらない。'],
    },
  ],
};

/** Returns a sample feed without the word that says so, and with the entries of these hours alone. */
const part = (feed: SampleFeed, hours: readonly number[]): SampleFeed => ({
  ...feed,
  title: feed.title.replace(/ \(sample\)|（見本）/, ''),
  entries: feed.entries.filter(({ hoursAgo }) => hours.includes(hoursAgo)),
});

/** Each feed with its folder, and the name under which it is served. */
export const readmeFeeds: readonly { name: string; folder: string; feed: SampleFeed }[] = [
  { name: 'city', folder: 'News', feed: part(city, [4, 9, 17, 30]) },
  { name: 'post', folder: 'News', feed: harbourPost },
  { name: 'herald', folder: 'News', feed: northernHerald },
  { name: 'technology', folder: 'Making', feed: part(technology, [1, 5, 49]) },
  { name: 'kitchen', folder: 'Making', feed: part(kitchen, [3, 14, 45, 71]) },
  { name: 'science', folder: 'Science', feed: part(science, [8, 19, 34, 62]) },
  { name: 'gijutsu', folder: '日本語', feed: part(gijutsu, [1, 66]) },
  { name: 'kurashi', folder: '日本語', feed: part(kurashi, [10, 24, 51]) },
  { name: 'umibe', folder: '日本語', feed: umibe },
];

export const readmeKeywords = [
  { text: 'night trains', weight: 3 },
  { text: 'solar power', weight: 1 },
  { text: 'sourdough bread', weight: 1 },
  { text: 'オープンソース', weight: 1 },
];
