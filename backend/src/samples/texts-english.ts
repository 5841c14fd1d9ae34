import type { SampleFeed } from './sample-feed.ts';

export const technology: SampleFeed = {
  title: 'The Workbench (sample)',
  description: 'A sample feed about tools, software and the people who mend things.',
  language: 'en',
  scenery: {
    sky: [
      [54, 92, 110],
      [222, 226, 214],
    ],
    sun: [226, 108, 74],
    land: [
      [150, 168, 166],
      [96, 122, 126],
      [52, 76, 84],
    ],
    shape: 'roofs',
  },
  entries: [
    {
      hoursAgo: 1,
      title: 'A village library replaces its catalogue with open source, and keeps the change',
      text: [
        'For twenty years the catalogue of the library at Ostra ran on a program that nobody could open. When the maker doubled its price, the two librarians asked a school class for help. Three months later the shelves are searched with open source software that the neighbouring towns use as well.',
        'The move was not free: two weekends of typing, one lost index, and a long argument about umlauts. But the yearly fee now pays for a person who answers questions on Tuesdays, and the changes that the class made went back to everybody else.',
      ],
    },
    {
      hoursAgo: 5,
      title: 'Why your printer dislikes Mondays',
      text: [
        'Ink dries, paper takes up water over a weekend, and the room is cold. A repair shop in Lund wrote down two thousand faults and found that a third of them happen before ten on a Monday.',
        'The remedy is dull: print one page on Friday evening, and leave the tray half full.',
      ],
    },
    {
      hoursAgo: 11,
      title: 'Solar power for one room: what a balcony really brings in a year',
      text: [
        'Four readers measured the solar power of their balconies for twelve months. The panel that faces south brought 540 kilowatt hours, the one behind a plane tree 190. Both paid for themselves, one in four years and the other in eleven.',
        'What helped most was not a better panel but a kettle with a timer.',
      ],
    },
    {
      hoursAgo: 27,
      title: 'A maintainer says thank you, and goodbye',
      text: [
        'After eleven years, the person behind a small date library hands it over. The letter is worth reading for anybody who lives on open source: most of the work was not code but patience with people who were tired, too.',
        'The new maintainers are three, which was the only condition.',
      ],
    },
    {
      hoursAgo: 49,
      title: 'The keyboard that forgot a letter',
      text: [
        'A typist sent back the same keyboard four times because it lost the letter g. The fifth technician watched her work: a ring on her finger closed a magnet switch at the edge of the case.',
        'The maker has moved the switch by a centimetre.',
      ],
    },
  ],
};

export const science: SampleFeed = {
  title: 'Slow Science (sample)',
  description: 'A sample feed about findings that took their time.',
  language: 'en',
  scenery: {
    sky: [
      [196, 214, 206],
      [247, 240, 222],
    ],
    sun: [232, 170, 84],
    land: [
      [168, 190, 160],
      [112, 146, 112],
      [62, 96, 76],
    ],
    shape: 'hills',
  },
  entries: [
    {
      hoursAgo: 2,
      title: 'Forty years of one meadow: what came back after the plough',
      text: [
        'In 1984 a farmer in the hills gave up one field. Every June since then somebody has knelt in the same hundred squares and counted what grows. Orchids needed nineteen years, ants only four.',
        'The counting goes on, because the soil below still remembers the fertiliser: half of its phosphorus is there.',
      ],
    },
    {
      hoursAgo: 8,
      title: 'The sound of a glacier tells how fast it melts',
      text: [
        'Air that was locked in the ice a thousand years ago hisses when it is set free. With a microphone under water, a group in Tromsø estimates from that hiss how much of a glacier front is lost in a day.',
        'The estimate is within a tenth of what surveyors measure, and costs as much as a bicycle.',
      ],
    },
    {
      hoursAgo: 19,
      title: 'Solar power that follows clouds instead of fearing them',
      text: [
        'Thin clouds scatter light from all sides. Cells that are built like the compound eye of a fly lose a fifth less of their solar power under such a sky, a field trial over two winters shows.',
        'The cells are not on sale. The drawings are open to everyone.',
      ],
    },
    {
      hoursAgo: 34,
      title: 'Do dogs know how late it is?',
      text: [
        'Probably by the nose: the smell of a person who left in the morning fades through the day at a steady pace. When researchers brought a fresh shirt home at noon, the dogs stopped waiting at the door.',
        'The study has nine dogs, which is few, and says so in its first line.',
      ],
    },
    {
      hoursAgo: 62,
      title: 'A map of every well that a drought left dry',
      text: [
        'Neighbours reported 4,100 wells by post card. Put on a map, the dry ones follow an old river bed that no survey had shown.',
        'New wells are now dug two streets further east.',
      ],
    },
  ],
};

export const kitchen: SampleFeed = {
  title: 'Bread and Salt (sample)',
  description: 'A sample feed about cooking with few things.',
  language: 'en',
  scenery: {
    sky: [
      [236, 200, 158],
      [250, 240, 222],
    ],
    sun: [196, 66, 46],
    land: [
      [214, 160, 108],
      [178, 112, 70],
      [122, 70, 48],
    ],
    shape: 'loaves',
  },
  entries: [
    {
      hoursAgo: 3,
      title: 'Sourdough bread in a cold kitchen: let the clock go, watch the dough',
      text: [
        'At 17 degrees a starter needs not four hours but nine. The loaf is none the worse for it. Mix in the evening, fold twice before bed, shape after breakfast, and the crumb is more even than that of any warm kitchen.',
        'A jar with a rubber band shows how far the sourdough has risen, which is the only measure that counts.',
      ],
    },
    {
      hoursAgo: 14,
      title: 'Three soups from one cabbage',
      text: [
        'The outer leaves with beans and smoked paprika, the heart with cream and dill, the stalk with ginger and rice. Each takes half an hour, and the second is better on the next day.',
      ],
    },
    {
      hoursAgo: 22,
      title: 'What the old baker did with yesterday’s loaf',
      text: [
        'Stale sourdough bread, soaked in water overnight and squeezed, goes back into the next dough: up to a tenth of the flour. It keeps the new loaf moist for a day longer and wastes nothing.',
        'His notebook, which the family has now printed, calls it simply “the memory”.',
      ],
    },
    {
      hoursAgo: 45,
      title: 'Salt late, salt early: a week of tomatoes',
      text: [
        'Seven plates, seven moments. Ten minutes before eating won by a clear vote, except with very ripe fruit, which wants no waiting at all.',
      ],
    },
    {
      hoursAgo: 71,
      title: 'A pan that outlives its owner',
      text: [
        'Iron rusts, and that is all it does. How to bring back a pan from the cellar in an afternoon, with an onion, oil and an open window.',
      ],
    },
  ],
};

export const city: SampleFeed = {
  title: 'City on Foot (sample)',
  description: 'A sample feed about streets, trains and the people who use them.',
  language: 'en',
  scenery: {
    sky: [
      [30, 34, 62],
      [206, 134, 120],
    ],
    sun: [248, 220, 160],
    land: [
      [112, 86, 112],
      [70, 58, 88],
      [36, 34, 56],
    ],
    shape: 'towers',
  },
  entries: [
    {
      hoursAgo: 4,
      title: 'Night trains return to the harbour line, with a carriage for bicycles',
      text: [
        'From spring on, night trains leave the harbour station again at 22:40 and reach the mountains for breakfast. The carriages are thirty years old and newly fitted: single beds with a door, and a whole carriage for bicycles and skis.',
        'Tickets cost as much as a cheap hotel. The first month was sold out in a morning.',
      ],
    },
    {
      hoursAgo: 9,
      title: 'The bench that moved a bus stop',
      text: [
        'Pupils of a school put a bench where people really waited, forty metres from the sign. After a year the bus company gave in and moved the sign.',
      ],
    },
    {
      hoursAgo: 17,
      title: 'Trees in car parks: the second summer',
      text: [
        'Eighty lime trees took eighty parking spaces. The street is four degrees cooler in the afternoon, three shops have put chairs outside, and one has closed and says why.',
        'The council will count again next year before it plants more.',
      ],
    },
    {
      hoursAgo: 30,
      title: 'Who rides night trains? Mostly people who could fly',
      text: [
        'A survey of 2,300 passengers of night trains finds few holidaymakers: two thirds travel for work, and half of them would have taken a plane. They name the same reason: one arrives in the middle of the city, washed and on time.',
        'What they miss is a desk with a lamp.',
      ],
    },
    {
      hoursAgo: 55,
      title: 'A clock tower that is five minutes slow on purpose',
      text: [
        'The tower by the station has always been slow, so that nobody misses a train. Since it was mended, more people have. The town has voted to break it again, carefully.',
      ],
    },
  ],
};
