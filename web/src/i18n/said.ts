import type { Sentence } from '@atrium/contract/sentence'
import { i18n, KEYED_BY_ENGLISH } from './index.ts'
import { writeNumber } from './locale.ts'
import { MODULES } from './module-files.ts'

/** What a module's own code says in the browser, where its page is. */
export const saidOfModule = ({ module, key, values, english }: Sentence): string =>
  i18n.t(key, { ns: `${MODULES}${module}`, defaultValue: english, ...values })

const NUMBER = /\d+(?:[.,]\d+)*/g
/** How sentences in English write an amount: 5, 1,024 or 2.5. */
const AMOUNT = /^(?:\d{1,15}|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/
/** A number's place in a translation. Right behind Latin letters or a colon it is part of a name: UTF-8, base64, localhost:3000. */
const PLACE = /([a-z]-?|[:/])?#/gi

/**
 * A text that stands in English in the server, the contract's schemas or the catalogue, in the person's language; as it is
 * where nobody has translated it. Numbers stand as `#` in the key, so that "in 5 seconds" and "in 6 seconds" are one.
 */
export function said(text: string): string {
  const language = i18n.resolvedLanguage
  if (!language || language === 'en') return text
  const numbers: string[] = []
  const key = text.replace(NUMBER, (number) => {
    numbers.push(number)
    return '#'
  })
  for (const namespace of KEYED_BY_ENGLISH) {
    const found: unknown = i18n.getResource(language, namespace, key, { keySeparator: false })
    if (typeof found !== 'string') continue
    return found.replace(PLACE, (_, name: string | undefined) => {
      const number = numbers.shift() ?? ''
      return name ? name + number : inLanguage(number, language)
    })
  }
  return text
}

function inLanguage(number: string, language: string): string {
  if (!AMOUNT.test(number)) return number
  const [, decimals = ''] = number.split('.')
  return writeNumber(Number(number.replaceAll(',', '')), language, {
    isGrouped: number.includes(','),
    decimals: decimals.length,
  })
}
