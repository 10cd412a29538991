import type { Document } from '../kit/documents.ts'
import { plainText } from '../kit/passages.ts'
import { readabilityOf, sentencesOf, wordsOf } from '../kit/readability.ts'
import { cosine, vectorsOf } from '../kit/similar-texts.ts'
import { daysBetween } from '../kit/table.ts'

export interface Finding {
  /** 1 misleads or leads nowhere, 2 hinders, 3 could be better. */
  weight: 1 | 2 | 3
  says: string
}

export interface Checked {
  document: Document
  words: number
  /** Flesch reading ease; null under 30 words. */
  ease: number | null
  /** Days since its last change; null when not known. */
  days: number | null
  findings: Finding[]
}

/** One file may hold several articles: each first-level heading of a file that has several begins one. */
export function articlesIn(document: Document): Document[] {
  const parts = document.text
    .replace(/\r\n?/g, '\n')
    .split(/^(?=# )/m)
    .filter((part) => part.trim() !== '')
  const titled = parts.filter((part) => part.startsWith('# '))
  if (titled.length < 2) return [document]
  return parts.map((text, at) => ({
    ...document,
    name: /^# +(.+)$/m.exec(text)?.[1]?.trim() ?? `${document.name}, part ${at + 1}`,
    text,
  }))
}

const LONG_SENTENCE = 30
const DRAFT_MARKS = /\b(?:TODO|TBD|FIXME|XXX|lorem ipsum|coming soon|to be (?:done|written))\b/i

export function checkArticle(
  document: Document,
  today: string,
  { ease, months }: { ease: number; months: number },
): Checked {
  const text = plainText(document.text)
  const words = wordsOf(text).length
  const readability = readabilityOf(text)
  const days = document.changedOn ? daysBetween(document.changedOn, today) : null
  const long = sentencesOf(text).filter((sentence) => wordsOf(sentence).length > LONG_SENTENCE).length
  const past = [
    ...document.text.matchAll(/\b(?:until|ends? on|valid (?:to|until)|expires? on|before) (\d{4}-\d\d-\d\d)\b/gi),
  ]
    .map((match) => match[1] ?? '')
    .filter((day) => day < today)
  const mark = DRAFT_MARKS.exec(document.text)?.[0]
  const findings: (Finding | false)[] = [
    words < 12 && { weight: 1, says: `says nearly nothing: ${words} words` },
    mark !== undefined && { weight: 1, says: `is unfinished: “${mark}”` },
    past.length > 0 && { weight: 1, says: `names a day that has passed: ${past.join(', ')}` },
    /\]\(\s*(?:#)?\s*\)/.test(document.text) && { weight: 1, says: 'has a link that leads nowhere' },
    days !== null && days > months * 30.44 && { weight: 2, says: `was not changed for ${days} days` },
    readability !== null &&
      readability.ease < ease && {
        weight: 2,
        says: `is hard to read: Flesch ${Math.round(readability.ease)}, wanted ${ease}`,
      },
    long > 0 && {
      weight: 3,
      says: `${long} ${long === 1 ? 'sentence' : 'sentences'} of more than ${LONG_SENTENCE} words`,
    },
    words > 900 && { weight: 3, says: `is long: ${words} words; split it by question` },
    words > 150 && !/^#{1,6} /m.test(document.text.replace(/^# .*$/m, '')) && { weight: 3, says: 'has no headings' },
  ]
  return {
    document,
    words,
    ease: readability?.ease ?? null,
    days,
    findings: findings.filter((one): one is Finding => one !== false),
  }
}

/** Likeness of their words from which on two articles say the same. */
const SAME = 0.55

/** Pairs of articles that say nearly the same, the most alike first. */
export function doubles(documents: readonly Document[]): { a: Document; b: Document; likeness: number }[] {
  const vectors = vectorsOf(documents.map(({ name, text }) => `${name} ${plainText(text)}`))
  return documents
    .flatMap((a, at) =>
      documents.slice(at + 1).map((b, other) => ({
        a,
        b,
        likeness: cosine(vectors[at] ?? new Map(), vectors[at + 1 + other] ?? new Map()),
      })),
    )
    .filter(({ likeness }) => likeness >= SAME)
    .sort((x, y) => y.likeness - x.likeness)
}
