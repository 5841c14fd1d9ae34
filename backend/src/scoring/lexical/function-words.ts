/** English words of grammar, which say nothing about a subject; and words that are common unless capitals make them a name. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `a about above after again against all also although am among an and any are aren as at be because been before being
  below between both but by can cannot could couldn did didn do does doesn doing don down during each either else etc
  even ever every few for from further get gets go got had hadn has hasn have haven having he her here hers herself him
  himself his how however i if in into is isn it its itself just ll let like may me might more most much must my myself
  neither no nor not now of off on once one only onto or other others our ours ourselves out over own per quite rather re
  s same shall she should shouldn since so some still such t than that the their theirs them themselves then there these
  they this those though through thus to too toward under until up upon us ve very via was wasn we were weren what when
  where whether which while who whom whose why will with within without won would wouldn yet you your yours yourself
  http https www com html href amp nbsp quot lt gt`.split(/\s+/u),
);
