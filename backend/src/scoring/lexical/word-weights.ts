/** Grammatical words, which say nothing about the topic. */
const STOP_WORDS = new Set(
  `a about above after again against all also although am among an and any are aren as at be because been before being
  below between both but by can cannot could couldn did didn do does doesn doing don down during each either else etc
  even ever every few for from further get gets got had hadn has hasn have haven having he her here hers herself him
  himself his how however i if in into is isn it its itself just ll let like may me might more most much must my myself
  neither no nor not now of off on once one only onto or other others our ours ourselves out over own per quite rather re
  s same shall she should shouldn since so some still such t than that the their theirs them themselves then there these
  they this those though through thus to too toward under until up upon us ve very via was wasn we were weren what when
  where whether which while who whom whose why will with within without won would wouldn yet you your yours yourself
  http https www com html href amp nbsp quot lt gt`.split(/\s+/u),
);

/** Words that any article may contain, whatever its topic. */
const COMMON_WORDS = new Set(
  `able according across ago ahead almost along already always announced another april around ask asked august away back
  bad become began begin best better big billion bring brought call called came case cause change city close come comes
  coming continue country cut daily day days december decided early effort end ended enough expect expected face far
  february feel find first five follow following former found four friday full gave give given go goes going gone good
  great group grow half hand happen hard having head help high hit hold home hope hour hours hundred important include
  including increase january july june keep know known large last late later latest lead least leave led left less life
  line little live long longer look looking lost lot low made main major make makes making man many march mean men might
  million minute minutes monday month months morning move name national near nearly need never new next night nine
  nothing november number october offer official officials often old open order part past pay people percent percentage
  perhaps person place plan planned plans play point possible previous problem public put question quickly read ready real
  really recent recently remain report reported reports result right rise run said saturday saw say saying says second see
  seem seen september set seven several share show showed side sign similar simple six small something soon sort source
  sources start started state states stay step stop story sunday sure take taken taking talk tell ten thing things think
  third thousand three thursday time times to today together told tomorrow took top total town try trying tuesday turn two
  use used using usual want wanted way wednesday week weeks well went whole wide woman women won word words work working
  world worth year years yesterday young ap afp reuters`.split(/\s+/u),
);

const STOP_WEIGHT = 0.05;
const COMMON_WEIGHT = 0.4;

/**
 * Returns how much a word says about a topic, in (0, 1]. It is a coarse substitute for the inverse document frequency.
 * It needs no corpus, so a text has the same vector on every machine and every day.
 */
export const wordWeight = (word: string): number => {
  if (STOP_WORDS.has(word)) return STOP_WEIGHT;
  if (COMMON_WORDS.has(word)) return COMMON_WEIGHT;
  if (/^\p{N}+$/u.test(word)) return COMMON_WEIGHT;
  return word.length < 3 ? 0.6 : 1;
};
