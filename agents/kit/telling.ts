import type { Job, Question } from '@atrium/contract/playbook'

// How a work product says shares, answers and others' words.

/** Others' words inside Markdown: what they wrote is shown as written and formats nothing. */
export const shownAs = (text: string, longest = 300): string => {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  const cut = line.length > longest ? `${line.slice(0, longest - 1).toWellFormed()}…` : line
  return cut.replace(/[\\`*_{}[\]<>()#|~!]/g, '\\$&')
}

/** At most `longest` characters, with a sign where something is missing. */
export const cutTo = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest - 1).toWellFormed()}…` : text

/** `37 %`, of a share from 0 to 1. */
export const percent = (share: number, digits = 0): string => `${(share * 100).toFixed(digits)} %`

/** `12.5 %`, or a dash when there is nothing to divide by. */
export const saidPercent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toLocaleString('en-US', { maximumFractionDigits: 1 })} %`

/** What the onboarding was told, or what the question takes when it was left empty. */
export const answerTo = (job: Pick<Job, 'seat'>, { key, otherwise }: Question): string =>
  job.seat.answers[key]?.trim() || otherwise

/** The items of a list as people write it: by lines, commas or semicolons. */
export const itemsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,;]+/)
      .map((one) => one.trim())
      .filter(Boolean),
  ),
]
