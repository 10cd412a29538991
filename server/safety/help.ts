import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Contacts, contactsByCountry, countryOf, HELPLINES } from './contacts.ts'
import { recognise } from './languages.ts'
import type { Danger } from './signs.ts'

/** What is said, in one language. `{number}` and `{lines}` are filled in. */
const Words = z.strictObject({
  /** To somebody who wants to die or hurts themselves. */
  comfort: z.string(),
  /** Violence: whose fault it is not, and where to go. */
  blameless: z.string(),
  go: z.string(),
  /** A child in need. */
  child: z.string(),
  /** What to do, with the number to call; then what to do until somebody is there. */
  call: z.string().includes('{number}'),
  stay: z.string(),
  overdose: z.string().includes('{number}'),
  danger: z.string().includes('{number}'),
  /** Somebody to talk to. */
  talk: z.string().includes('{lines}'),
  /** When it has been said before in the conversation. */
  again: z.string().includes('{number}'),
  /** In place of a number where the country is not known: `112` and `911` stand in it. */
  anywhere: z.string().includes('112').includes('911'),
})
export type Words = z.infer<typeof Words>

let read: Map<string, Words> | null = null

export function helpWords(): Map<string, Words> {
  read ??= new Map(
    Object.entries(
      z.record(z.string(), Words).parse(JSON.parse(readFileSync(new URL('./help.json', import.meta.url), 'utf8'))),
    ),
  )
  return read
}

const INTERNATIONAL: Partial<Contacts> = {}

/** Which lines fit, the first the best; then the list of all countries. */
function linesFor(danger: Danger, contacts: Partial<Contacts>): string {
  const own =
    danger === 'violence'
      ? [contacts.violence]
      : danger === 'child'
        ? [contacts.child]
        : danger === 'overdose'
          ? [contacts.poison, contacts.talk]
          : danger === 'others'
            ? [contacts.talk, contacts.violence]
            : [contacts.talk]
  const numbers = own.flatMap((line) => (line ? [`**${line}**`] : []))
  return [...numbers, HELPLINES].join(' · ')
}

/** Sentences one after another: Chinese and Japanese set no space. */
const inOne = (first: string, second: string): string => `${first}${/[。！]$/u.test(first) ? '' : ' '}${second}`

export interface Person {
  /** IANA */
  timeZone: string
  /** BCP 47 */
  locale: string
  /** What the assistant has said before in this conversation. */
  said: readonly string[]
}

/** What to do now, as Markdown, for a danger in a country and a language. */
export function helpText(danger: Danger, language: string, { timeZone, locale, said }: Person): string {
  const words = (helpWords().get(language) ?? helpWords().get('en')) as Words
  const contacts = contactsByCountry[countryOf(timeZone, locale) ?? ''] ?? INTERNATIONAL
  const called =
    danger === 'fire'
      ? (contacts.fire ?? contacts.medical)
      : danger === 'violence' || danger === 'child'
        ? contacts.police
        : contacts.medical
  const number = called ? `**${called}**` : words.anywhere
  const fill = (text: string) => text.replace('{number}', number).replace('{lines}', linesFor(danger, contacts))
  const talk = fill(words.talk)
  if (said.some((text) => text.includes(talk))) {
    const again = fill(words.again)
    // A third time it is whole again: who goes on writing should find all of it at hand.
    if (!said.at(-1)?.startsWith(again)) return `${again}\n\n${(contacts.talk ?? contacts.child) ? talk : HELPLINES}`
  }
  // Out of the house, and not back to anybody: who stays is lost to smoke and gas.
  if (danger === 'fire') return inOne(fill(words.call), words.go)
  if (danger === 'medical') return inOne(fill(words.call), words.stay)
  if (danger === 'overdose') return [fill(words.overdose), talk].join('\n\n')
  const opening =
    danger === 'violence' ? inOne(words.blameless, words.go) : danger === 'child' ? words.child : words.comfort
  return [opening, fill(words.danger), talk].join('\n\n')
}

/**
 * Help for somebody who writes of a danger to themselves or to another, in the language they write in; null for everybody
 * else. It comes before the Guide and before any model, and in their place.
 */
export function helpFor(message: string, person: Person): string | null {
  const found = recognise(message, person.locale)
  const [first] = found?.dangers ?? []
  // Who means to hurt somebody is not told that it is done to them; and who is hurt, too, is comforted by the same words.
  const danger = first === 'violence' && found?.dangers.includes('others') ? 'others' : first
  return found && danger ? helpText(danger, found.language, person) : null
}
