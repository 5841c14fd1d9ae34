/*
 * Beginnings of lines that lead away from an article or stand beside it, by language: other articles, subscriptions,
 * sharing, advertisements, sources. A space stands for any white space. Many publishers write them; none is there for
 * a single site.
 */
const BEGINNINGS: Readonly<Record<string, string>> = {
  de: `mehr zum thema|mehr (?:zu|über|von|aus|auf)|das könnte (?:sie|dich|euch)|
    (?:sie|du) (?:könnten|könntest) auch|lesen sie (?:auch|hier|mehr|weiter|dazu)|lies auch|
    auch interessant|siehe auch|zum weiterlesen|weiterlesen|
    weitere (?:artikel|themen|nachrichten|beiträge|meldungen)|weiterführende|zum angebot|
    jetzt (?:anmelden|abonnieren|registrieren|newsletter)|anzeige|werbung|
    artikel (?:teilen|drucken|merken)|teilen|kommentare? schreiben|keine kommentare|themen im artikel|
    mehr themen|schlagwörter|folgen sie uns|folge uns|alle rechte vorbehalten|lade weitere|nach oben|
    entdecken? (?:sie|weitere)|foto:|bild:|bildquelle|quellen?:|quellenangaben?`,
  fr: `lire aussi|à lire|lire la suite|voir aussi|sur le même sujet|pour aller plus loin|en savoir plus|
    abonnez-vous|inscrivez-vous|partagez|partager|crédits? photos?|publicité|suivez-nous|
    tous droits réservés|découvrez aussi|vous aimerez aussi|articles? (?:liés?|similaires?)`,
  es: `lea también|lee también|(?:le|te) puede interesar|(?:le|te) recomendamos|vea también|ver también|
    mira (?:también|más)|mira:|ver más|leer más|más noticias|síguenos|suscríbe(?:te|ase)|únete|comparte|
    compartir|publicidad|todos los derechos reservados`,
  pt: `veja também|leia também|leia mais|veja mais|saiba mais|siga-nos|siga o|assine|compartilhe|
    publicidade|todos os direitos reservados`,
  it: `leggi anche|potrebbe interessarti|ti potrebbe interessare|vedi anche|iscriviti|condividi|pubblicità|
    seguici|tutti i diritti riservati`,
  nl: `lees (?:ook|meer|verder)|bekijk ook|zie ook|gerelateerd|deel dit|meld je aan|schrijf je in|
    advertentie|volg ons`,
  pl: `czytaj (?:też|także|również|więcej)|zobacz (?:też|także|również|więcej)|
    przeczytaj (?:też|także|również)|polecamy|udostępnij|drukuj|obserwuj nas|wszelkie prawa zastrzeżone|
    materiał chroniony|fot\\.`,
  el: `διαβάστε (?:επίσης|ακόμη|ακόμα|περισσότερα)|δείτε (?:επίσης|ακόμη|ακόμα)|σχετικά (?:άρθρα|θέματα)|
    κοινοποίηση|ακολουθήστε|εγγραφείτε|πηγή:`,
  cs: `čtěte (?:také|více|i)|přečtěte si|související`,
  ru: `читайте (?:также|еще|ещё)|смотрите также|по теме|поделиться|подписывайтесь|подпишитесь`,
  nordic: `läs (?:också|mer|även)|les (?:også|mer)|læs (?:også|mere)|følg os|følg oss|annons|annonse|annonce`,
  tr: `ayrıca (?:bakınız|okuyun)|ilgili haberler|bunlar da ilginizi çekebilir`,
  ja: `関連(?:記事|リンク|ニュース)|あわせて読みたい|こちらもおすすめ|続きを読む|この記事を(?:シェア|共有)`,
  zh: `相关(?:阅读|新闻|文章)|延伸阅读|推荐阅读|责任编辑|編輯推薦`,
  ko: `관련 ?(?:기사|뉴스)|저작권자`,
};

/** Matches the beginning of a short line that is a prompt in another language than English. */
export const PROMPTS = new RegExp(
  `^[\\s\\P{L}]{0,5}(?:${Object.values(BEGINNINGS)
    .join('|')
    .replace(/\n */g, '')
    .replaceAll(' ', '\\s')})(?:(?!\\p{L})|(?=[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}]))`,
  'iu',
);
