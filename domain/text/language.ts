/** The language of a text by its commonest words: enough to choose a measure, not to know a language by a word or two. */

const COMMON: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    en: 'the of and to in is that it was for with as his on be at by this had not are but from have they which you were all she her would there their we him been has when who will no more if out so what',
    de: 'der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über so zum war haben nur oder aber vor zur bis mehr durch man wir ich',
    es: 'de la que el en y a los se del las un por con no una su para es al lo como más pero sus le ha me si sin sobre este ya entre cuando todo esta ser son dos también fue había era muy años hasta desde está',
    fr: 'de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont la avec son aux ou nous mais cette elle vous ses comme été fait être ont leur même ces je si leurs était',
    it: 'di che è e la il un a per in una mi sono ho non ma lo ha le si ti i con cosa se io come da ci no questo qui al del della nel gli anche dei alla più delle suo sua era ed dal nella degli',
    nl: 'de het een en van ik te dat die in je niet zijn is was op aan met als voor had er maar om hem dan zou of wat mijn men dit zo door over ze zich bij ook tot je mij uit der daar haar naar heb hoe heeft hebben deze werd wordt',
    pt: 'de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele das tem à seu sua ou ser quando muito há nos já está eu também só pelo pela até isso ela entre era depois sem mesmo aos',
    ru: 'и в не на я быть он с что а по это она этот к но они мы весь который из у то за свой от о так для ты же все год мочь вы человек такой его было был только как или ещё бы если уже когда',
    pl: 'w i z na się do nie to że jest o po za od przez jak a dla ale który są tego tym czy było być tak już jego co by oraz może ich ze ma była także jako',
    tr: 've bir bu da de için ile çok olarak daha ne gibi olan o en kadar sonra ama her ben değil mi var ki şey onun diye',
    id: 'yang dan di ke dari ini untuk dengan tidak itu dalam pada adalah akan juga saya ada oleh bisa kami atau sudah telah mereka kita karena dia lebih',
  }).map(([language, words]) => [language, words.split(' ')]),
)

const SCRIPTS: readonly [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Devanagari}/u, 'hi'],
]

/** Words that are looked at. */
const LOOK = 2_000

/** The language of these words; null where no more than a word in twenty is common in one. */
export function languageOfWords(words: readonly string[]): string | null {
  const small = words.slice(0, LOOK).map((word) => word.toLowerCase())
  const scripts = SCRIPTS.filter(([script]) => small.filter((word) => script.test(word)).length > small.length / 5)
  if (scripts[0]) return scripts[0][1]
  let best: { language: string | null; count: number } = { language: null, count: Math.max(1, small.length / 20) }
  for (const [language, common] of Object.entries(COMMON)) {
    const known = new Set(common)
    const count = small.filter((word) => known.has(word)).length
    if (count > best.count) best = { language, count }
  }
  return best.language
}
