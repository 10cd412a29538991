import { inLanguage } from '../../records/module-texts.ts'
import type { GuideContext } from '../guide.ts'
import { plain } from '../phrasing.ts'
import { mannersOf } from '../understanding/manners.ts'
import { languagesOf, type Understood } from '../understanding/understand.ts'
import { folded, wordsOf } from '../understanding/words.ts'

const LINK = /\[([^\]\n]{1,120})\]\(#meant=([\w.-]{1,80})\)/gu
/** Characters of what was said that an offer repeats. */
const SHOWN = 60

/** What may be meant, as something to press: `[Add a task: buy milk](#meant=tasks.add)`. */
export function offerOf({ meant: { target, id }, captured }: Understood, { locale }: GuideContext): string | null {
  if (!target) return null
  const summary = inLanguage(target.module, locale).actions[target.name]?.summary ?? target.action.summary
  const said = Object.values(captured)
    .join(', ')
    .replace(/[[\]()*_`|<>\n]/gu, ' ')
    .replace(/ +/gu, ' ')
    .trim()
  const shown = said.length > SHOWN ? `${said.slice(0, SHOWN - 1)}…` : said
  return `[${summary.split(': ')[0]}${shown ? `: ${shown}` : ''}](#meant=${id})`
}

/** What somebody chose of what was offered in the last reply: by its words, its number or its place. Null where they say something else. */
export function chosenIn(
  context: GuideContext,
): { question: string; meant: string; turns: GuideContext['turns'] } | null {
  const { turns } = context
  const [asked, reply] = turns.slice(-2)
  if (reply?.role !== 'assistant' || asked?.role !== 'user') return null
  const offers = [...reply.text.matchAll(LINK)].map(([, label = '', id = '']) => ({ label, id }))
  if (offers.length === 0) return null
  const said = plain(context.question)
  const chosen =
    offers.find(({ label }) => folded(label) === folded(said)) ?? offers[placeIn(said, context.locale) ?? -1]
  return chosen ? { question: asked.text, meant: chosen.id, turns: turns.slice(0, -2) } : null
}

/** “The second one”, “2”. */
function placeIn(said: string, locale: string): number | null {
  const words = wordsOf(said, 5)
  if (words.length > 4) return null
  const [only] = words
  if (words.length === 1 && only && /^[1-9]$/u.test(only.key)) return Number(only.key) - 1
  for (const language of languagesOf(said, locale)) {
    const { ordinals, items, courtesy } = mannersOf(language)
    const places = words.flatMap(({ key }) => ordinals.get(key) ?? [])
    const isElse = words.some(({ key }) => !ordinals.has(key) && !items.has(key) && !courtesy.has(key))
    if (places.length === 1 && !isElse && (places[0] as number) >= 0) return places[0] as number
  }
  return null
}
