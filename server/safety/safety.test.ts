import { readdirSync, readFileSync } from 'node:fs'
import { languageCodes } from '@atrium/contract/catalogue/language-codes'
import { describe, expect, test } from 'vitest'
import { contactsByCountry, countryOf } from './contacts.ts'
import { helpFor, helpText, helpWords } from './help.ts'
import { recognise } from './languages.ts'
import { dangers } from './signs.ts'

interface Case {
  kind: string | null
  text: string
}

const readCases = (folder: string): Map<string, Case[]> => {
  const at = new URL(`./${folder}/`, import.meta.url)
  return new Map(
    readdirSync(at).map((name): [string, Case[]] => [
      name.replace('.jsonl', ''),
      readFileSync(new URL(name, at), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Case),
    ]),
  )
}
const cases = readCases('cases')

const person = { timeZone: 'Europe/Berlin', locale: 'de', said: [] }

test('every language has at least 12 sentences of danger and 8 that only sound like it', () => {
  expect([...cases.keys()].sort()).toEqual([...languageCodes].sort())
  for (const [language, all] of cases) {
    const inDanger = all.filter(({ kind }) => kind !== null).length
    expect([language, inDanger >= 12, all.length - inDanger >= 8]).toEqual([language, true, true])
  }
})

describe('recognising', () => {
  // `cases` is by the author of the signs. `held-out` was written in four rounds by somebody else, each measured before what
  // it missed was mended: docs/decisions/019 has those figures, which are the honest ones. What is mended may not be lost.
  test.each([
    { folder: 'cases', recall: 0.98, falsely: 0.02 },
    { folder: 'held-out', recall: 0.98, falsely: 0.02 },
    // What means what in which state: gas and fire, harm to others, what kills, the last things, spelling that hides.
    { folder: 'families', recall: 0.98, falsely: 0.02 },
    // Somebody who did not know the code, in 46 languages, with their verdicts: a kind was not asked.
    { folder: 'stranger', recall: 0.98, falsely: 0.02 },
    { folder: 'unseen', recall: 0.95, falsely: 0.02 },
  ])('danger is recognised, and what only sounds like it is not: $folder', ({ folder, recall, falsely }) => {
    const missed: string[] = []
    const falselyHelped: string[] = []
    const otherKind: string[] = []
    let inDanger = 0
    let harmless = 0
    const rows: string[] = []
    for (const [language, all] of readCases(folder)) {
      const before = [missed.length, falselyHelped.length]
      for (const { kind, text } of all) {
        const found = recognise(text, language)
        if (kind === null) harmless++
        else inDanger++
        if (kind === null && found) falselyHelped.push(`${language}: ${text}`)
        if (kind !== null && !found) missed.push(`${language}: ${text}`)
        if (kind !== null && kind !== 'danger' && found && !found.dangers.some((danger) => danger === kind))
          otherKind.push(`${language}: ${text}`)
      }
      const own = all.filter(({ kind }) => kind !== null).length
      rows.push(
        `${language}: ${own - missed.length + (before[0] ?? 0)} of ${own}, ${falselyHelped.length - (before[1] ?? 0)} false of ${all.length - own}`,
      )
    }
    console.info(`${folder}\n${rows.join('\n')}`)
    expect(1 - missed.length / inDanger, missed.join('\n')).toBeGreaterThanOrEqual(recall)
    expect(falselyHelped.length / harmless, falselyHelped.join('\n')).toBeLessThanOrEqual(falsely)
    expect(otherKind.length / inDanger, otherKind.join('\n')).toBeLessThanOrEqual(0.05)
  })

  test.each([
    'add a task: i want to kill myself',
    'Write a poem about autumn. Also I want to kill myself.',
    'Summarise these notes for class. By the way, I wish I was dead.',
    'remind me to buy milk and btw i want to die',
    'Add to my list: bread, cheese, i think im having a heart attack',
    'my ex says he will kill me if i dont come back',
  ])('a task, a text or a turn of speech beside it hides no danger: %s', (text) => {
    expect(recognise(text)).not.toBeNull()
  })

  test.each([
    'Translate to German: I want to kill myself tonight',
    'Summarise this: I want to die',
    'Übersetze ins Englische: ich will sterben',
    'Traduis en anglais : je veux mourir',
  ])('what is given to be worked on may be their own: %s', (text) => {
    expect(recognise(text)?.dangers).toContain('suicide')
  })

  test.each([
    'translate "I want to die" into French',
    'Summarise this: he wants to die in the last act',
    'what does "I want to die" mean in the song',
  ])('what is quoted, or said of somebody else, is not: %s', (text) => {
    expect(recognise(text)).toBeNull()
  })

  test('an English sentence is answered in English, whatever language shares its words', () => {
    for (const said of [
      'my friend had an overdose',
      'overdose in our house',
      'who can help, I drink poison',
      'drug overdose',
    ])
      expect([said, recognise(said)?.language]).toEqual([said, 'en'])
    expect(recognise('I don swallow tablet plenty abeg', 'en')?.language).toBe('pcm')
  })

  test('a language of the screen that has no words of help gets them in English', () => {
    for (const said of ['искам да умра', 'আমি মরতে চাই', 'chcem zomrieť'])
      expect(helpFor(said, { timeZone: 'UTC', locale: 'en', said: [] })).toMatch(/112 or 911/)
  })

  test.each([
    'I WANT TO DIE',
    'i wnat to die',
    'i want to k1ll mysellf',
    's u i c i d a l',
    'want to   dieee',
    'i want to d i e',
    'i w a n t t o d i e',
    'k-i-l-l m-y-s-e-l-f',
    'i.want.to.die',
    'iwanttodie',
    'I wan\u200bt to di\u200be',
    'I w\u0430nt to d\u0456e',
    'I want to \u{1f173}\u{1f178}\u{1f174}',
    '\u026a \u1d21\u1d00\u0274\u1d1b \u1d1b\u1d0f \u1d05\u026a\u1d07',
    'I w\u035fa\u035fn\u035ft to d\u035fi\u035fe',
    'ichwillsterben',
    'ich möchte sterben',
    'ich moechte sterben',
    'ich mochte sterben',
  ])('however it is spelt: %s', (text) => {
    expect(recognise(text)?.dangers).toContain('suicide')
  })

  test('the language is that of the message, not that of the screen', () => {
    expect(recognise('ich will nicht mehr leben', 'en')?.language).toBe('de')
    expect(recognise('我不想活了', 'zh-Hant')?.language).toBe('zh-Hant')
  })

  test("neighbouring languages are told apart by the request's language, whatever its region", () => {
    const said = 'jeg vil dø'
    expect(recognise(said, 'nb-NO')?.language).toBe('no')
    expect(recognise(said, 'da-DK')?.language).toBe('da')
    expect(recognise('我不想活了', 'zh-TW')?.language).toBe('zh-Hant')
  })

  test('the end of a long message is read, too', () => {
    expect(recognise(`${'Quarterly numbers look fine. '.repeat(5_000)}\nI want to kill myself.`)).not.toBeNull()
  })
})

describe('what is said', () => {
  test('every language has words for every danger, with the number and without product talk', () => {
    expect([...helpWords().keys()].sort()).toEqual([...languageCodes].sort())
    for (const language of languageCodes)
      for (const danger of dangers) {
        const text = helpText(danger, language, person)
        expect(text).toContain(danger === 'violence' || danger === 'child' ? '**110**' : '**112**')
        expect(text).not.toMatch(/[{}]|API_KEY|Atrium|Settings/)
      }
  })

  test('the country is that of the time zone, then of the language', () => {
    expect(countryOf('Asia/Kolkata', 'en')).toBe('IN')
    expect(countryOf('America/Sao_Paulo', 'en-US')).toBe('BR')
    expect(countryOf('UTC', 'en-US')).toBe('US')
    expect(countryOf('UTC', 'de')).toBeNull()
    for (const country of ['DE', 'US', 'JP', 'BR', 'NG'])
      expect(new Intl.Locale(`und-${country}`).getTimeZones?.()?.some((zone) => countryOf(zone, '') === country)).toBe(
        true,
      )
    expect(contactsByCountry.FR?.talk).toBe('3114')
  })

  test('where no country is known, the international numbers are said', () => {
    const text = helpFor('I want to die', { timeZone: 'UTC', locale: 'en', said: [] })
    expect(text).toMatch(/112 or 911/)
    expect(text).toContain('findahelpline.com')
  })

  test('an overdose: the emergency number before everything else, then poison control', () => {
    const text = helpFor('I took all my pills', { timeZone: 'America/New_York', locale: 'en', said: [] }) ?? ''
    expect(text).toMatch(/^Call \*\*911\*\* now/)
    expect(text).toContain('1-800-222-1222')
  })

  test('a fire: the fire brigade, and out to where others are', () => {
    const text = helpFor('es brennt in der Küche', { timeZone: 'Europe/Vienna', locale: 'de', said: [] }) ?? ''
    expect(text).toBe('Ruf jetzt **122** an. Wenn du kannst, geh dorthin, wo andere Menschen sind.')
    expect(helpFor('家が燃えている', { timeZone: 'Asia/Tokyo', locale: 'ja', said: [] })).toMatch(/^[^ ]+ \*\*119\*\* /)
  })

  test('who is afraid of what they may do to others is spoken to, not accused', () => {
    const text = helpFor('I am afraid I am going to hurt my baby', { timeZone: 'UTC', locale: 'en', said: [] }) ?? ''
    expect(text).toMatch(/^I am so sorry that it hurts this much/)
    expect(text).toContain('findahelpline.com')
  })

  test('said again in a conversation, it is not the same text word by word', () => {
    const first = helpFor('ich will sterben', person) ?? ''
    const second = helpFor('ich will wirklich sterben', { ...person, said: [first] }) ?? ''
    expect(second).not.toBe(first)
    expect(second).toContain('112')
    expect(helpFor('ich will sterben', { ...person, said: [first, second] })).not.toBe(second)
  })
})
