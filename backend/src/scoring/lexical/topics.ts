/**
 * The words of each news topic. They give an article on a goalkeeper's transfer something in common with the keyword
 * "football", and an English article something in common with the keyword 選挙. The topics follow the upper levels of the
 * IPTC Media Topics (a public vocabulary of the news trade). The words are general knowledge and are not fitted to a
 * data set. The group is left of the slash; it is a weaker bond than the topic. A word may belong to several topics.
 * Names follow the bar: an article on Apple is about computing, but a reader with the keyword "Apple" does not ask for
 * all articles on computing.
 */
export const TOPICS: Record<string, string> = {
  'politics/government': `government governmental cabinet minister ministry parliament congress senate senator lawmaker
    legislature legislation bill law policy president presidential premier chancellor governor mayor federal bureaucracy
    administration authority decree coalition opposition white-house politics politician political state republic
    democracy democrat republican constitution reform monarchy king prince
    政府 内閣 大臣 首相 総理 大統領 国会 議会 議員 法案 法律 政策 政治 省庁 知事 市長 行政 与党 野党 憲法
    | 自民党`,
  'politics/election': `election electoral vote voter voting ballot poll polling candidate campaign referendum     turnout incumbent nominee constituency electorate landslide democrat republican
    選挙 投票 有権者 候補 当選 落選 衆院選 参院選 総選挙 世論調査`,
  'politics/diplomacy': `diplomacy diplomat diplomatic embassy ambassador envoy treaty summit negotiation talks sanction
    foreign ally alliance bilateral united-nations security-council consulate territorial border accord ceasefire truce
    sovereignty neighbour neighbor international
    外交 外相 外務省 大使 大使館 条約 首脳会談 首脳 交渉 制裁 同盟 国連 領土 国境 停戦
    | nato`,
  'conflict/war': `war warfare military army navy troop soldier battle combat invasion invade offensive missile bomb
    bombing airstrike shelling weapon nuclear peacekeeper rebel militia insurgent insurgency guerrilla fighter fighting
    casualty occupation siege ceasefire truce conflict marine commander general tank peace refugee genocide
    戦争 軍 軍事 自衛隊 部隊 兵士 戦闘 侵攻 攻撃 ミサイル 爆撃 空爆 核兵器 武器 紛争 停戦 平和 難民`,
  'conflict/terror and unrest': `terror terrorism terrorist extremist suicide-bomber bomber hostage kidnap kidnapper
    kidnapping militant violence riot protest protester demonstration uprising coup crackdown separatist assassination
    attack blast explosion
    テロ 過激派 人質 拉致 誘拐 暴動 デモ 抗議 爆発 襲撃 暗殺`,
  'law/crime and justice': `crime criminal police murder killer theft robbery fraud arrest arrested suspect prison jail
    inmate sentence convicted conviction guilty trial judge court lawyer attorney prosecutor lawsuit sue verdict jury
    witness allegation investigation investigator torture abuse detention detainee smuggling corruption bribery
    犯罪 警察 逮捕 容疑 容疑者 殺人 詐欺 窃盗 裁判 裁判所 判決 検察 弁護士 起訴 刑務所 訴訟 汚職`,
  'disaster/disaster': `disaster earthquake quake tsunami hurricane typhoon cyclone tornado flood flooding volcano
    eruption landslide wildfire fire storm rescue rescuer evacuate evacuation survivor victim crash collision derailment
    famine drought emergency relief
    災害 地震 津波 台風 洪水 噴火 土砂崩れ 火災 山火事 事故 避難 救助 被災 豪雨 墜落`,
  'economy/markets': `market stock share shareholder investor investment invest equity bond wall-street
    exchange index trader trading rally hedge mutual-fund fund portfolio ipo dividend currency dollar euro yen treasury
    yield broker analyst
    株 株式 株価 市場 投資 投資家 債券 為替 円安 円高 相場 日経平均 証券 上場 配当
    | nasdaq dow`,
  'economy/companies': `company corporate corporation firm earnings profit revenue quarter quarterly sales loss forecast
    merger acquisition takeover acquire bid ceo executive chief-executive chairman shareholder bankruptcy bankrupt
    subsidiary startup business enterprise industry retailer retail store supplier manufacturer factory customer brand
    airline automaker conglomerate restructuring layoff
    企業 会社 決算 利益 売上 赤字 黒字 増収 減益 買収 合併 経営 社長 倒産 破産 産業 小売 工場 製造 起業 業績`,
  'economy/economy': `economy economic economist inflation recession growth gdp unemployment jobless fed
    federal-reserve central-bank interest-rate rate deficit surplus budget tax tariff trade export import consumer
    spending price wage mortgage housing debt credit fiscal monetary slump slowdown
    経済 景気 物価 インフレ デフレ 不況 成長率 失業 失業率 日銀 金利 利上げ 利下げ 財政 予算 税 消費税 関税 貿易 輸出 輸入 賃金 賃上げ 消費`,
  'economy/banking': `bank banking banker loan lender credit mortgage insurance insurer pension finance financial savings
    accounting auditor regulator
    銀行 融資 保険 年金 金融 住宅ローン 貯蓄 会計`,
  'economy/energy': `oil crude petroleum barrel gasoline petrol fuel gas pipeline refinery energy power electricity
    utility coal nuclear-power solar wind-power drilling
    石油 原油 ガソリン 燃料 ガス エネルギー 電力 電気 発電 原発 石炭 太陽光 風力
    | opec`,
  'economy/work': `labor labour job worker employee employer employment hiring hire wage salary strike union pension
    workplace overtime workforce layoff career
    労働 雇用 従業員 社員 給与 賃金 労組 ストライキ 採用 転職 働き方 残業`,
  'technology/computing': `software computer computing program programmer programming developer code open-source linux
    processor chip semiconductor server database operating-system desktop laptop pc
    application app hardware algorithm data cloud patch bug upgrade api compiler kernel python java javascript typescript
    rust ai artificial-intelligence machine-learning neural robot automation digital tech technology
    ソフトウェア ソフト コンピュータ コンピューター プログラム プログラミング 開発者 オープンソース 半導体 サーバー データベース 人工知能 機械学習 生成ai
    アプリ ロボット 技術 デジタル システム
    | windows microsoft apple ibm intel amd github`,
  'technology/internet': `internet web website online browser search-engine search email e-mail spam blog
    blogger download broadband network networking server site user provider isp wireless wifi wi-fi ecommerce e-commerce
    streaming social-media portal hosting technology digital
    インターネット ネット ウェブ サイト オンライン ブラウザ 検索 メール ブログ 通信 配信 sns 動画 回線
    | google yahoo facebook twitter youtube amazon ebay グーグル`,
  'technology/security': `security hacker hacking virus worm malware spyware phishing vulnerability exploit encryption
    password breach cyberattack cybersecurity antivirus ransomware firewall privacy
    セキュリティ ハッカー ウイルス マルウェア 脆弱性 暗号 パスワード 不正アクセス 情報漏洩 サイバー攻撃`,
  'technology/devices': `phone smartphone mobile cellphone handset tablet gadget
    camera device console television hdtv dvd music-player video-game gamer gaming
    携帯 携帯電話 スマホ スマートフォン 端末 カメラ 家電 ゲーム ゲーム機 テレビ
    | iphone android nokia samsung sony ipod playstation xbox nintendo`,
  'science/space': `space astronaut cosmonaut orbit orbiter rocket spacecraft satellite shuttle telescope planet mars moon lunar saturn venus jupiter asteroid comet meteor galaxy astronomer astronomy solar-system cosmos
    space-station launch lander rover spaceship probe universe
    宇宙 宇宙飛行士 ロケット 衛星 探査機 探査 惑星 火星 月面 小惑星 彗星 銀河 天文 望遠鏡 打ち上げ
    | nasa `,
  'science/research': `science scientist scientific research researcher study laboratory experiment physics physicist
    chemistry chemist biology biologist gene genetic genome dna stem-cell clone cloning fossil dinosaur species
    evolution nobel professor discovery theory quantum particle molecule mathematician archaeologist
    科学 科学者 研究 研究者 実験 物理 化学 生物 遺伝子 化石 恐竜 進化 発見 ノーベル賞 量子 素粒子 考古学`,
  'science/environment': `environment environmental climate warming carbon emission greenhouse pollution ecosystem
    conservation endangered wildlife species forest rainforest ocean biodiversity recycling sustainable renewable glacier
    環境 気候 温暖化 炭素 排出 汚染 生態系 自然保護 絶滅 野生 森林 海洋 再生可能`,
  'science/weather': `weather rain snow storm temperature forecast heatwave cold wind sunny cloudy meteorologist
    hurricane typhoon drought monsoon
    天気 気温 雨 雪 台風 猛暑 気象 梅雨 予報`,
  'health/health': `health medical medicine doctor physician hospital patient disease cancer diabetes heart-disease
    obesity virus infection epidemic pandemic vaccine vaccination drug pharmaceutical treatment therapy surgery clinical
    symptom diagnosis nurse aids hiv flu influenza mental-health diet nutrition
    健康 医療 医師 病院 患者 病気 がん 癌 感染 感染症 ワクチン 薬 治療 手術 看護 インフルエンザ 糖尿病`,
  'sport/football': `football soccer goalkeeper striker midfielder fifa uefa premier-league world-cup penalty goal kickoff quarterback touchdown nfl linebacker
    wide-receiver super-bowl cornerback halfback fullback
    サッカー 得点 ワールドカップ リーグ フットボール ストライカー 監督 日本代表
    | manchester-united arsenal chelsea liverpool real-madrid barcelona`,
  'sport/baseball': `baseball pitcher pitch inning homer home-run shortstop baseman outfielder bullpen mlb batter hitter strikeout rbi slugger ballpark world-series
    野球 投手 打者 本塁打 ホームラン プロ野球 大リーグ 打線 先発
    | yankee red-sox mets cubs dodgers braves astros 甲子園`,
  'sport/other': `basketball nba tennis wimbledon golf golfer pga birdie bogey boxing boxer hockey nhl rugby cricket
    wicket volleyball cycling cyclist formula-one grand-prix nascar racing swimming swimmer sprinter
    sprint gymnast gymnastics marathon skating skier sumo judo wrestling rowing softball open-championship
    バスケットボール テニス ゴルフ ボクシング ラグビー 相撲 柔道 水泳 陸上 マラソン 卓球 バレーボール 体操 競馬
    | ferrari `,
  'sport/olympics': `olympic olympics olympian medal medalist gold-medal silver-medal bronze athlete athletics ioc
    paralympic torch opening-ceremony doping
    五輪 オリンピック パラリンピック 金メダル 銀メダル 銅メダル メダル 選手村`,
  'sport/play': `sport sports team game season coach player league championship champion tournament match playoff final
    semifinal win victory defeat beat lose score scored victory rookie roster stadium fan draft trade injury preseason
    training-camp winning losing upset title cup teammate medal athlete round seed
    スポーツ 選手 試合 優勝 決勝 準決勝 勝利 敗戦 大会 チーム 監督 連勝 代表`,
  'culture/film and television': `film movie cinema hollywood box-office actor actress director television series episode
    drama sequel oscar studio animation anime documentary 映画 俳優 女優 監督 ドラマ アニメ 番組 放送
    | netflix`,
  'culture/music and arts': `music musician song album band singer concert opera orchestra guitar pop rock jazz art artist
    painting museum gallery exhibition theatre theater dance sculpture photography
    音楽 歌手 曲 コンサート 芸術 美術 美術館 絵画 博物館 舞台 演劇 写真`,
  'culture/books and media': `book novel author writer publisher poetry literature literary newspaper magazine journalist
    journalism editor reporter press manga comic
    本 小説 作家 文学 出版 新聞 雑誌 記者 漫画 マンガ`,
  'life/education': `education school student teacher university college campus classroom curriculum exam degree tuition
    教育 学校 生徒 学生 教師 教員 大学 授業 入試 受験`,
  'life/religion': `religion religious church christian catholic pope bishop priest muslim islam islamic mosque cleric
    shrine jewish buddhist temple hindu pilgrimage faith
    宗教 教会 キリスト教 イスラム 仏教 神社 寺`,
  'life/travel': `travel tourism tourist hotel flight airline airport passenger train railway rail bus vacation holiday
    resort cruise transport traffic highway
    旅行 観光 観光客 ホテル 空港 航空 鉄道 新幹線 電車 交通 道路`,
  'life/cars': `car automobile vehicle automaker motor truck driver driving engine electric-vehicle
    hybrid 車 自動車 車両 運転 電気自動車
    | toyota honda ford tesla トヨタ ホンダ`,
  'life/food and home': `food cooking cook recipe restaurant chef wine beer meal kitchen vegetable meat coffee bread farm
    farmer agriculture crop harvest home garden fashion clothing shopping family child parent wedding
    料理 食品 食べ物 レシピ 飲食 農業 農家 野菜 肉 ワイン 家族 子ども 子育て 結婚 住宅 ファッション`,
  'place/middle east': `middle-east arab 中東
    | iraq iraqi baghdad iran iranian tehran israel israeli palestinian gaza west-bank jerusalem syria lebanon saudi kuwait yemen turkey イラク イラン イスラエル パレスチナ ガザ シリア サウジアラビア`,
  'place/asia': `asia asian アジア
    | china chinese beijing japan japanese tokyo korea korean seoul pyongyang taiwan india indian pakistan afghanistan afghan kabul indonesia philippines thailand vietnam nepal bangladesh hong-kong singapore 中国 北京 日本 東京 韓国 北朝鮮 台湾 インド パキスタン アフガニスタン`,
  'place/europe': `europe european ヨーロッパ 欧州
    | britain british england london france french paris germany german berlin italy italian rome spain spanish madrid russia russian moscow ukraine ukrainian chechnya poland greece athens eu brussels 英国 イギリス フランス ドイツ イタリア スペイン ロシア ウクライナ`,
  'place/africa': `africa african アフリカ
    | sudan nigeria kenya congo rwanda burundi ethiopia somalia egypt libya zimbabwe south-africa スーダン ナイジェリア ケニア エジプト`,
  'place/americas': `america american アメリカ 米国 中南米 南米
    | united-states washington canada canadian mexico mexican brazil brazilian argentina venezuela colombia cuba cuban chile peru haiti カナダ メキシコ ブラジル`,
};
