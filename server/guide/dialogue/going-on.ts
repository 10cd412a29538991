import { unended } from '../phrasing.ts'
import type { LanguageManners } from '../understanding/manners.ts'
import { type Word, wordsOf } from '../understanding/words.ts'

/** A sentence as it goes on from another: “and for fun?” is `for fun`, led by `and`. */
export interface GoingOn {
  /** What is left when the words are gone that only tell that it goes on. */
  rest: string
  words: readonly Word[]
  /** “No, …”, “make it …”. */
  isCorrection: boolean
  /** “And …”, “same for …”. */
  isMore: boolean
  isQuestion: boolean
}

/** Reads a sentence as one that goes on. */
export function goingOn(sentence: string, manners: LanguageManners): GoingOn {
  const { correct, again, courtesy, questions, pronouns } = manners
  const whole = wordsOf(sentence)
  const leads = (key: string) => correct.has(key) || again.has(key)
  let first = 0
  while (first < whole.length - 1 && isLead(whole, first, manners)) first++
  // “Fun?”, “again”: nothing leads, or nothing is left.
  const only = whole[first]
  const isEmpty = first === whole.length - 1 && only !== undefined && leads(only.key)
  const lead = whole.slice(0, isEmpty ? whole.length : first).map(({ key }) => key)
  let last = whole.length
  const trails = (key: string) => leads(key) || courtesy.has(key) || pronouns.has(key)
  while (last > first + 1 && trails(whole[last - 1]?.key as string) && !isSmallValue(whole, last - 1)) last--
  const trail = whole.slice(last).map(({ key }) => key)
  const words = isEmpty ? [] : whole.slice(first, last)
  const [from, to] = [words[0]?.from ?? 0, words.at(-1)?.to ?? 0]
  return {
    rest: isEmpty
      ? ''
      : unended(
          sentence.slice(
            from > 0 && /[\p{Sc}+−*/×÷-]/u.test(sentence[from - 1] as string) ? from - 1 : from,
            withMark(sentence, to),
          ),
        ),
    words,
    // “I” begins “I meant …” and much else.
    isCorrection: [...lead, ...trail].some((key) => correct.has(key) && key !== 'i'),
    isMore: [...lead, ...trail].some((key) => again.has(key)),
    isQuestion: /[?？؟]\s*$/u.test(sentence) || lead.some((key) => questions.has(key)),
  }
}

/** “10 am” ends with no courtesy. */
const isSmallValue = (words: readonly Word[], at: number) => /^\p{N}/u.test(words[at - 1]?.key ?? '')

const isLead = (words: readonly Word[], at: number, { correct, again, courtesy }: LanguageManners): boolean => {
  const key = words[at]?.key as string
  if (correct.has(key) || again.has(key)) return true
  // “Ok and …”: courtesy leads where something that leads comes behind it.
  return courtesy.has(key) && words.slice(at + 1, at + 3).some((next) => correct.has(next.key) || again.has(next.key))
}

/** A mark that belongs to a number stays with it: `20 %`. */
const withMark = (sentence: string, to: number): number =>
  to + (/^\s?[%\p{Sc}°]/u.exec(sentence.slice(to))?.[0].length ?? 0)
