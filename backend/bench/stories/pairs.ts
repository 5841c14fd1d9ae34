/** The relation of the second article of a pair to the first. */
export type PairKind =
  /** The same event, told by another paper: it folds. */
  | 'event'
  /** Another act of the same saga: it is a row of its own that continues the first one. */
  | 'act'
  /** Another game, edition, place, product or number under nearly the same words: it has nothing to do with the first one. */
  | 'other';

type Told = readonly [title: string, text: string];

/**
 * Pairs of made-up news that are hard to tell apart, a few hours from each other. Nothing was fitted on them. They were
 * labelled as they were written.
 */
export const hardPairs: readonly (readonly [PairKind, hours: number, Told, Told])[] = [
  [
    'event',
    2,
    [
      'Ferry runs aground off Naxos, 80 passengers taken to shore',
      'The ferry struck a reef near Naxos in Greece on Monday; nobody was hurt.',
    ],
    [
      '80 passengers rescued after ferry hits reef near Greek island of Naxos',
      'All on board the ferry were brought to shore by the coast guard.',
    ],
  ],
  [
    'event',
    5,
    [
      'Halden Motors to close its plant in Ghent with 1,200 jobs',
      'The car maker said it would end production in Ghent next year.',
    ],
    [
      '1,200 jobs to go as Halden Motors shuts Ghent factory',
      'Halden Motors announced the closure of its factory in Ghent.',
    ],
  ],
  [
    'event',
    1,
    [
      'Magnitude 6.1 earthquake shakes northern Chile near Iquique',
      'There were no reports of damage, the seismological service said.',
    ],
    [
      'Strong quake of magnitude 6.1 hits off Iquique in Chile',
      'The earthquake struck in the north of Chile; no damage was reported.',
    ],
  ],
  [
    'event',
    8,
    [
      'Parliament in Oslo approves ban on cages for hens',
      'Lawmakers voted for the ban, which takes effect in 2030.',
    ],
    [
      'Norway bans cages for hens from 2030',
      'The parliament in Oslo voted on Tuesday to ban cages for hens.',
    ],
  ],
  [
    'event',
    3,
    [
      'Novelist Ada Brandt dies at 91',
      'The author of The Salt Road died at her home in Vienna, her publisher said.',
    ],
    [
      'Ada Brandt, author of The Salt Road, has died aged 91',
      'Her publisher said that the novelist died in Vienna.',
    ],
  ],
  [
    'event',
    4,
    [
      'Orbit One rocket explodes on the launch pad in Kourou',
      'No one was injured when the rocket exploded during a fuelling test.',
    ],
    [
      'Rocket explodes during fuelling test at Kourou spaceport',
      'The Orbit One rocket was destroyed on its pad; nobody was injured.',
    ],
  ],
  [
    'event',
    6,
    [
      'Tarn Software patches flaw that let attackers read passwords',
      'The company released an update for its password manager TarnKey.',
    ],
    [
      'Password manager TarnKey gets emergency fix after flaw exposed passwords',
      'Tarn Software released an update on Thursday.',
    ],
  ],
  [
    'event',
    2,
    [
      'Pilots at Alpair begin three-day strike over pay',
      'The airline cancelled 140 flights from Zurich on Friday.',
    ],
    [
      'Alpair cancels 140 flights as pilots strike for three days',
      'The pilots want more pay; most flights from Zurich are cancelled.',
    ],
  ],
  [
    'event',
    7,
    [
      'Study links night shifts to higher risk of diabetes in nurses',
      'Researchers in Leeds followed 40,000 nurses for ten years.',
    ],
    [
      'Nurses who work night shifts more likely to get diabetes, study finds',
      'The study by researchers in Leeds followed 40,000 nurses.',
    ],
  ],
  [
    'event',
    10,
    ['能登半島で震度5弱、津波の心配なし', '石川県能登地方で地震があり、気象庁が発表した。'],
    ['石川・能登で震度5弱の地震　津波の心配なし', '気象庁によると能登半島で地震があった。'],
  ],
  [
    'event',
    3,
    [
      '青葉電機、仙台の半導体工場を閉鎖へ　従業員800人',
      '青葉電機は仙台市の半導体工場を来年閉鎖すると発表した。',
    ],
    ['仙台の半導体工場閉鎖へ、青葉電機が発表　800人に影響', '青葉電機は半導体の生産を海外に移す。'],
  ],
  [
    'event',
    5,
    ['作家の北村透子さん死去、87歳　「冬の橋」で知られる', '作家の北村透子さんが肺炎のため死去した。'],
    ['「冬の橋」の作家、北村透子さんが死去', '北村透子さんが肺炎で亡くなった。87歳だった。'],
  ],
  [
    'act',
    20,
    [
      'Search for the crew of the trawler Marit goes on off Tromsø',
      'Three fishermen are missing since their trawler Marit sank on Sunday.',
    ],
    [
      'Wreck of the trawler Marit found off Tromsø at 200 metres',
      'Divers found the trawler, whose three fishermen are missing.',
    ],
  ],
  [
    'act',
    24,
    [
      'Halden Motors weighs closing its plant in Ghent, union says',
      'The union fears for 1,200 jobs at the car plant.',
    ],
    [
      'Workers block gates of Halden Motors plant in Ghent after closure',
      'Workers protested against the end of production in Ghent.',
    ],
  ],
  [
    'act',
    30,
    ['Voters in Malta go to the polls to choose a parliament', 'Polls opened at seven on Saturday in Malta.'],
    [
      'Labour wins election in Malta, prime minister to stay',
      'The party of the prime minister won the vote in Malta.',
    ],
  ],
  [
    'act',
    26,
    [
      'Jury begins deliberations in trial of banker Paul Reuss',
      'The banker is accused of fraud of 40 million euros.',
    ],
    [
      'Banker Paul Reuss found guilty of fraud of 40 million euros',
      'The jury found the banker guilty on all counts.',
    ],
  ],
  [
    'act',
    40,
    [
      'Banker Paul Reuss found guilty of fraud of 40 million euros',
      'The jury found the banker guilty on all counts.',
    ],
    [
      'Banker Paul Reuss sentenced to nine years in prison',
      'The judge sentenced him for fraud of 40 million euros.',
    ],
  ],
  [
    'act',
    18,
    [
      'Storm Edda expected to reach Ireland on Wednesday',
      'Forecasters warn of gusts of 130 km/h when storm Edda arrives in Ireland.',
    ],
    [
      'Storm Edda leaves 90,000 homes in Ireland without power',
      'Gusts of 140 km/h brought down lines in Ireland.',
    ],
  ],
  [
    'act',
    22,
    [
      'Regulator set to block merger of Nordia and Baltbank',
      'The regulator has doubts about the merger of the two banks, sources said.',
    ],
    [
      'Nordia and Baltbank call off merger after regulator’s objection',
      'The two banks said that they would not go on.',
    ],
  ],
  [
    'act',
    28,
    [
      'Pilots at Alpair vote for a strike over pay',
      'The union of pilots at the airline will name dates next week.',
    ],
    [
      'Alpair and pilots reach deal, strike is over',
      'The airline and the union of its pilots agreed on more pay.',
    ],
  ],
  [
    'act',
    25,
    [
      'Coach Lena Moor suspended after complaint by swimmers',
      'The federation suspended the coach of the swimming team.',
    ],
    [
      'Coach Lena Moor resigns from swimming team',
      'She said that the complaint of the swimmers was unfounded.',
    ],
  ],
  [
    'act',
    30,
    ['青葉電機、仙台工場の閉鎖を検討', '青葉電機は仙台市の工場の閉鎖を検討している。'],
    [
      '青葉電機の仙台工場閉鎖、市長が撤回を要請',
      '仙台市長は青葉電機の社長に会い、工場の閉鎖を撤回するよう求めた。',
    ],
  ],
  [
    'act',
    26,
    ['台風12号、沖縄に接近　気象庁が警戒呼びかけ', '台風12号はあす沖縄に接近する見込み。'],
    ['台風12号で沖縄の3万戸が停電', '台風12号の影響で沖縄県では停電が続いている。'],
  ],
  [
    'other',
    3,
    [
      'Cold record broken in Oslo as temperature falls to minus 27',
      'It was the coldest night since 1941 in Oslo.',
    ],
    [
      'Cold record broken in Helsinki as temperature falls to minus 31',
      'It was the coldest night since 1987 in Helsinki.',
    ],
  ],
  [
    'other',
    4,
    [
      'Fire destroys warehouse in Leipzig, no one hurt',
      'Firefighters fought the blaze in an industrial area all night.',
    ],
    [
      'Fire destroys warehouse in Rouen, no one hurt',
      'Firefighters fought the blaze near the harbour all night.',
    ],
  ],
  [
    'other',
    24,
    [
      'Rovers beat United 3-1 in first game of the final',
      'Two goals by Silva gave Rovers the first game of the series.',
    ],
    [
      'United beat Rovers 2-0 in second game of the final',
      'United won the second game of the series, so that it is level.',
    ],
  ],
  [
    'other',
    2,
    ['Halden Motors profit rises 12 percent in second quarter', 'The car maker sold more vans in Europe.'],
    ['Brenner Steel profit rises 9 percent in second quarter', 'The steel maker sold more in Asia.'],
  ],
  [
    'other',
    6,
    ['Study finds coffee lowers the risk of stroke', 'Researchers followed 20,000 adults for twelve years.'],
    ['Study finds coffee raises the risk of glaucoma', 'Researchers looked at the eyes of 8,000 adults.'],
  ],
  [
    'other',
    5,
    [
      'Man, 34, stabbed to death in Birmingham park',
      'Police arrested a man of 29 after the attack in a park.',
    ],
    ['Man, 51, stabbed to death in Bristol flat', 'Police arrested a woman of 44 after the attack.'],
  ],
  [
    'other',
    3,
    ['Kestrel X2 phone review: a bright screen and a weak battery', 'We used the phone for two weeks.'],
    ['Kestrel X3 phone leak shows new camera', 'Pictures of the unreleased phone show three lenses.'],
  ],
  [
    'other',
    22,
    ['Stocks rise as inflation slows', 'Shares in New York rose on Tuesday.'],
    ['Stocks fall as oil price climbs', 'Shares in New York fell on Wednesday.'],
  ],
  [
    'other',
    24,
    ['Petrol prices today: rates unchanged on 8 March', 'A litre of petrol costs as much as the day before.'],
    ['Petrol prices today: rates up on 9 March', 'A litre of petrol costs two cents more.'],
  ],
  [
    'other',
    6,
    ['Grand Prix of Monza: Laurent takes pole position', 'The driver was the fastest on Saturday.'],
    ['Grand Prix of Spa: Okada takes pole position', 'The driver was the fastest on Saturday.'],
  ],
  [
    'other',
    3,
    ['Quake of magnitude 5.2 strikes Crete', 'There were no reports of damage on the island.'],
    ['Quake of magnitude 5.8 strikes Sumatra', 'There were no reports of damage on the island.'],
  ],
  [
    'other',
    2,
    ['Actor Tom Hale joins cast of The Long Winter', 'The series is shot in Canada from May.'],
    ['Actor Tom Hale to direct his first film', 'The film is about his grandfather, a miner.'],
  ],
  [
    'other',
    4,
    ['Five things to know before buying the Kestrel X3', 'Price, colours, battery and more.'],
    ['Five things to know before buying the Orion Tab', 'Price, pen, keyboard and more.'],
  ],
  [
    'other',
    4,
    ['札幌で観測史上最低気温を更新、氷点下18度', '札幌では今朝、観測史上最も低い気温を記録した。'],
    ['旭川で観測史上最低気温を更新、氷点下30度', '旭川では今朝、観測史上最も低い気温を記録した。'],
  ],
  [
    'other',
    3,
    ['スマートフォン「アスカ X2」レビュー', '2週間使ってみた。'],
    ['スマートフォン「アスカ X3」のカメラが流出', '未発表の端末の写真が出回っている。'],
  ],
  [
    'other',
    20,
    ['巨人が阪神に3-1で勝利、連敗を止める', '巨人は東京ドームで阪神に勝った。'],
    ['阪神が巨人に5-2で勝利、首位に浮上', '阪神は甲子園で巨人に勝った。'],
  ],
];
