import type { EmbedRequest } from '../model/score/embedder.ts';

/**
 * Short invented articles about many subjects. A model behind an API embeds them once, and the cosines of a keyword to them
 * show what is usual for it.
 */
type ReferenceText = { topic: string; title: string; body: string };

const english = `
beekeeping | Urban rooftops become home to a million bees | Hobbyists who keep hives above the city say honey yields are up. Beekeeping courses are fully booked, and the council has planted lime trees to feed the swarms through summer.
chess | Teenager draws with grandmaster in chess open | The seventeen-year-old held a difficult rook endgame for four hours. Chess clubs in her town report a rush of new members since the online boards became popular.
heart surgery | Surgeons repair a heart valve through a wrist artery | Patients went home after a day. The hospital says the new method of heart surgery lowers the risk of infection, though a larger clinical trial has still to confirm it.
vegetarian cooking | Twelve lentil dishes that please meat eaters | Slow roasting and smoked paprika do the work. Our cook collects recipes from Ethiopia to Puglia and explains why vegetarian cooking needs more salt and acid than you think.
earthquakes | Strong earthquake shakes coastal towns, no tsunami follows | The quake of magnitude 6.4 struck at dawn. Schools were closed while engineers looked at cracks in bridges, and people slept in the open for fear of aftershocks.
jazz | A lost session by a jazz trio comes to light | The tape lay in a piano stool for fifty years. The label will release the album on vinyl, with notes by the drummer, the last living member of the band.
railways | Night trains return to three capitals | The railway will run sleeping cars from December. Operators ask for cheaper track access, since a seat on a budget flight still costs less than a berth.
interest rates | Central bank holds interest rates for a fourth month | Policy makers said that inflation was falling as hoped. Economists now expect a first cut in spring, and mortgage lenders have already lowered their offers.
machine learning | Small neural network beats larger ones at reading charts | Researchers trained the model on synthetic graphs. They publish code and weights, and warn that machine learning benchmarks leak into training data.
refugees | Camp for refugees on the border doubles in a week | Aid agencies are short of tents and clean water. Families who crossed the mountains on foot told of villages under shelling, and asked when they could return.
coffee | Drought in the highlands drives up the price of coffee | Growers lost a third of the harvest. Roasters blend in cheaper beans while cafes raise the price of an espresso for the second time this year.
murder trial | Jury sent out in harbour murder trial | The prosecution says phone records place the accused at the quay. The defence called no witness. The judge told jurors to take as long as they needed.
cycling | Breakaway survives to the line on the third mountain stage | The Dutch rider attacked eight kilometres from the summit. Cycling fans ran beside him in the rain, and the yellow jersey lost forty seconds.
immigration | Parliament debates a points system for immigration | The bill would favour nurses and engineers. Critics say that it separates families, and employers in farming fear they will find nobody for the harvest.
video games | Two friends sell five million copies of a farming game | The studio works from a garden shed. Their next title will run on consoles as well as computers, with music made on old synthesisers.
wildfires | Wildfires force ten thousand from their homes | Hot wind carried embers across the river. Firefighters from five states hold a line near the reservoir, and smoke has closed the motorway.
cancer research | Blood test finds cancer years before symptoms | The study followed ninety thousand volunteers. Doctors welcome the result but warn that treating what would never have grown does harm of its own.
fashion | Denim returns to the catwalk, wide and unwashed | The Paris shows favoured heavy cloth and old buttons. Designers speak of clothes that last, while fast fashion sells more than ever.
astronomy | A comet last seen by the Pharaohs brightens in the west | Look low after sunset with binoculars. Astronomy societies open their domes this week, and the next visit is due in four thousand years.
housing | Rents rise faster than wages in every large city | New housing fell to the lowest number since the war. The mayor wants to build on car parks, and landlords want the rent cap to go.
vaccines | One dose may be enough, trial of malaria vaccine suggests | Children in four villages were followed for two rainy seasons. The vaccine keeps for months without a refrigerator, so nurses can carry it by motorcycle.
opera | A tenor steps in from the chorus | When the star lost his voice in the second act, a choir singer finished the part from the wings. The opera house rose to its feet and cheered for ten minutes.
cryptocurrency | Exchange freezes withdrawals after a bitcoin theft | Customers of the cryptocurrency platform cannot reach their coins. The firm promises to repay all, and the regulator has asked for its books.
whales | Humpback whales come back to a bay they left in 1910 | Marine biologists counted forty animals. Boats must keep three hundred metres away, and fishermen have agreed to lift their nets in June.
nuclear power | Country restarts two reactors it had closed | The minister says nuclear power is needed until wind farms are built. Neighbours across the river have gone to court over the ageing steel.
electric cars | Cheaper battery brings small electric cars within reach | The maker replaces cobalt with iron. The car runs three hundred kilometres on a charge, and dealers will deliver from autumn.
theatre | A village plays its own history for one night | Two hundred amateurs, one director, no curtain. The theatre piece tells of the flood of 1953, and those who lived through it sat in the first row.
data privacy | Regulator fines an advertiser for tracking children | The firm built profiles from school tablets. The data privacy office wants the records deleted and a report every half year.
archaeology | Farmer's plough turns up a Roman boundary stone | The letters name an emperor and a surveyor. Archaeology students will dig the field before the maize is sown again.
teachers | Teachers strike over class sizes | Schools in the north stay closed for three days. The union asks for one adult to every twenty pupils, and the ministry offers money but no staff.
rugby | Late try gives the visitors the cup | The scrum half dived over in the eighty-third minute. It is the first rugby trophy for the island club, whose ferry home was delayed by the party.
gardening | What to sow in a dry spring | Beans wait until the soil is warm; carrots need a wet sack over the drill. Gardening with less water begins with compost, says the head of the walled garden.
cyber attack | Hospital goes back to paper after a cyber attack | Criminals encrypted the patient files and ask for a ransom. Operations were put off, and the ministry sent a team to restore the servers.
poetry | Bus driver wins a poetry prize with verses written at red lights | The judges praised her ear for how people speak. The book sold out in a day, and she has asked to keep her route.
airlines | Two airlines agree to merge and cut routes | The shareholders will own half each. Passengers fear higher fares, unions fear for two thousand jobs, and rivals have asked for the landing slots.
human rights | Court finds that the state tortured prisoners | Judges ordered the government to pay damages. A human rights group had collected three hundred statements over ten years.
photography | The last roll of film from a polar expedition is developed | Ice had kept the pictures for a century. The photography museum shows dogs, sledges and a birthday cake.
birds | Storks leave earlier each year, ring records show | Volunteers have marked birds since 1931. Warmer springs and new wetlands move the route to the east, and some no longer cross the desert.
parliament | Speaker resigns after a tie in parliament | The vote on the budget had split the ruling party. A successor must be found within ten days, or the house is dissolved.
television drama | The detective series that nobody expected ends | Nine million watched the last episode. The writer says that a television drama should stop before its actors want to.
semiconductors | Chip maker builds its largest factory in a cherry orchard | The plant will print semiconductors for cars and phones. The town asks where four thousand engineers shall live, and the river authority where the water shall come from.
marathon | A nurse wins the city marathon in her first attempt | She trained on the way to night shifts. Heat slowed the favourites, and one in ten runners gave up before the bridge.
tourism | Islands limit tourism with a daily ticket | Day visitors will pay ten euros from May. Hotels approve, shops by the pier do not, and cruise ships must book a year ahead.
`;

const japanese = `
温泉 | 山あいの温泉に若い客が戻る | 廃業した旅館を移住者が改装した。古い温泉の湯をそのまま生かし、地元の野菜を使った夕食が評判で、週末は三か月先まで埋まっている。
将棋 | 十七歳の棋士が名人に勝つ | 終盤の一手で形勢が逆転した。将棋会館には朝から多くの人が並び、子ども向けの教室も申し込みが増えている。
地震 | 未明に震度五強の地震、津波の心配なし | 沿岸の町で屋根瓦が落ちるなどの被害が出た。気象庁は一週間ほど同じ程度の地震に注意するよう呼びかけている。
半導体 | 熊本の新工場、半導体の量産を前倒し | 自動車向けの需要が強い。周辺では住宅と道路の整備が追いつかず、県が支援策をまとめた。
高校野球 | 延長十三回、島の高校が初めて甲子園へ | 部員は十二人。高校野球の県大会の決勝でエースが一人で投げ抜き、港では漁船が汽笛を鳴らして迎えた。
介護 | 介護の現場で見守りセンサーの導入が進む | 夜勤の負担が三割減った施設もある。一方で費用が重く、小さな事業所は補助がなければ難しいと話す。
為替 | 円相場が一時一ドル百五十円台に | 米国の雇用統計を受けて為替市場でドルが買われた。輸入企業は原材料の値上がりを警戒している。
料理 | 余った大根の葉で作る三つの小皿 | 油揚げと炒める、塩でもむ、味噌汁に散らす。料理研究家は、捨てる前に香りを確かめてほしいと言う。
映画 | 無名の監督の映画が国際映画祭で受賞 | 制作費は三百万円。離島の郵便局員の一日を描いた作品で、主演は本物の局員が務めた。
気候変動 | サンゴの白化、気候変動で北へ広がる | 海水温が三十度を超える日が続いた。研究チームは衛星画像と潜水調査を合わせ、十年の変化を地図にした。
鉄道 | 赤字の鉄道路線、住民が切符を買って支える | 沿線の高校生も駅の清掃に加わる。会社は来年度の存廃を協議会で決めるとしている。
選挙制度 | 定数をめぐる選挙制度の見直し、与野党の協議続く | 一票の格差を縮める案が三つ出た。地方の声が届かなくなるとの懸念も根強い。
人工知能 | 手書きの古文書を読む人工知能を公開 | 大学の研究室が百万字で学習させた。人工知能が誤読した字を利用者が直すと、次の版に反映される。
医療 | 離島の医療を支える遠隔診療 | 専門医が画面越しに超音波の画像を確認する。通信が途切れたときの手順が課題として残った。
宇宙開発 | 民間の着陸機、月面に降りる | 日本の新興企業による宇宙開発の節目となった。太陽電池が予定どおり発電し、地表の写真が届いている。
音楽 | 中古レコード店に並ぶ十代の音楽ファン | 配信で知った七十年代の曲を盤で聴きたいという。店主は針の替え方から教えている。
農業 | 米農家、暑さに強い品種へ切り替え | 昨夏は白く濁る粒が多かった。農業試験場の新しい品種は収量が落ちにくく、味の評価も高い。
教育 | 小さな学校が合同で授業をする試み | 三つの町の教室を画面でつなぐ。教育委員会は、友だちが増えたという子どもの声を紹介した。
個人情報 | 通販サイトから個人情報が流出 | 住所と購入の履歴が含まれる可能性がある。会社は不正アクセスの経路を調べ、利用者に連絡を始めた。
労働 | 週休三日を選べる会社が増える | 賃金を減らさずに労働時間を短くした例もある。採用の応募が増えた一方、管理職の負担が課題だ。
登山 | 秋の登山、日没前の下山を | 遭難の半数は道迷いだった。山岳会は紙の地図と明かりを持つよう勧めている。
美術館 | 雪国の美術館、夜だけ開く展示 | 明かりを落とした部屋で木の彫刻に触れられる。目の見えない人の案内で回る催しも開く。
`;

const parse = (lines: string): ReferenceText[] =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [topic = '', title = '', body = ''] = line.split(' | ');
      return { topic, title, body };
    });

export const REFERENCE_TEXTS: ReferenceText[] = [...parse(english), ...parse(japanese)];

/** The requests that a model is asked once. */
export const referenceRequests: EmbedRequest[] = REFERENCE_TEXTS.map(({ title, body }) => ({
  title,
  body,
  purpose: 'article',
}));
