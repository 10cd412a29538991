// Words after which nobody should read a sheet first. They are those of public advice on when to call an ambulance (NHS, “When
// to call 999”; American Heart Association, signs of a heart attack and of a stroke). A word that is found says nothing of its
// cause; none found says nothing either.

const URGENT: readonly (readonly [string, RegExp])[] = [
  ['chest pain', /\b(chest (?:pain|pressure|tightness)|pain in (?:my|the) chest|tight chest)\b/i],
  [
    'trouble breathing',
    /\b(can(?:no|')?t breathe|cannot breathe|(?:trouble|difficulty|struggling) (?:with )?breathing|short(?:ness)? of breath|choking)\b/i,
  ],
  [
    'signs of a stroke',
    /\b(face (?:is )?droop\w*|slurred speech|can(?:no|')?t speak|sudden(?:ly)? (?:numb\w*|weak\w*|confus\w*|blind\w*)|one side (?:is )?(?:numb|weak))/i,
  ],
  ['loss of consciousness', /\b(unconscious|passed out|black(?:ed)? out|fainted|collapsed|seizure|had a fit)\b/i],
  [
    'heavy bleeding',
    /\b(heavy bleeding|bleeding (?:that )?(?:won|does no|doesn)['’]?t stop|vomiting blood|coughing up blood|blood in (?:my )?vomit)\b/i,
  ],
  ['severe allergic reaction', /\b(anaphyla\w+|throat (?:is )?(?:closing|swelling)|swollen (?:tongue|throat|lips))\b/i],
  ['thoughts of ending one’s life', /\b(suicid\w+|kill myself|end my life|want to die|self[- ]harm|hurt myself)\b/i],
  ['poisoning or overdose', /\b(overdos\w+|poisoned|took too many)\b/i],
]

/** Which of them a text has, in its own words. */
export const urgentIn = (text: string): { kind: string; words: string }[] =>
  URGENT.flatMap(([kind, words]) => {
    const found = words.exec(text.slice(0, 200_000))?.[0]
    return found ? [{ kind, words: found }] : []
  })
