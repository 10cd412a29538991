import { numberStyle } from '@atrium/domain/numbers/number-style'
import { fromRoman, toRoman } from '@atrium/domain/text/roman'
import { Exact, showRounded } from '../../calculation/numbers.ts'
import { defineIntent } from '../intent.ts'
import { quoted, replyOf } from './result.ts'
import { examples, say } from './say.ts'

export const roman = defineIntent({
  id: 'text.roman',
  slots: { number: { kind: 'number', required: true } },
  examples: examples('text.roman'),
  reply: ({ number }, { locale }, language) => {
    const value = number.toNumber()
    const numeral = toRoman(value)
    if (numeral === null)
      return replyOf(say(language, 'roman.range', { number: showRounded(number, 4, numberStyle(locale)) }))
    return { ...replyOf(say(language, 'roman.to', { number: String(value), numeral })), number }
  },
})

export const fromRomanNumeral = defineIntent({
  id: 'text.roman-number',
  slots: { numeral: { kind: 'text', required: true } },
  examples: examples('text.roman-number'),
  reply: ({ numeral }, _context, language) => {
    const said = numeral.trim().replace(/^["'“„«]|["'”“»?.!]+$/gu, '')
    const value = fromRoman(said)
    if (value === null) return replyOf(say(language, 'roman.none', { text: quoted(said) }))
    return {
      ...replyOf(say(language, 'roman.from', { numeral: said.toUpperCase(), number: String(value) })),
      number: new Exact(value),
    }
  },
})
