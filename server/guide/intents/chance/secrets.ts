import {
  type Charset,
  password as drawPassword,
  uuid as drawUuid,
  passphrase,
  passphraseBits,
  passwordBits,
  pin,
} from '@atrium/domain/chance/password'
import { type Randomness, secureRandomness } from '@atrium/domain/chance/randomness'
import { Exact } from '../../calculation/numbers.ts'
import { defineIntent } from '../intent.ts'
import { says } from '../words.ts'
import { codeBlock, replyOf, styleOf, writeNumber } from '../writing.ts'
import { countOf, PASSWORD_MAX, PASSWORDS_MAX, UUIDS_MAX } from './counts.ts'
import { examples, say } from './say.ts'
import words from './words.json' with { type: 'json' }

const USUAL_LENGTH = 16
const USUAL_PIN = 6
const USUAL_WORDS = 6
const WORDS = { least: 3, most: 20 } as const
const LEAST = { password: 4, pin: 3 } as const

/** A password, a passphrase or a PIN, from a generator for cryptography. */
export const password = (random: Randomness = secureRandomness) =>
  defineIntent({
    id: 'chance.password',
    slots: {
      length: { kind: 'number', cues: words.cues.length },
      count: { kind: 'number', cues: words.cues.count },
    },
    examples: examples('chance.password'),
    reply({ length: said, count }, context, language) {
      const number = (value: number) => writeNumber(new Exact(value), styleOf(context))
      if (says(context.question, words.passphrase, language)) {
        const size = said?.gte(WORDS.least) && said.lte(WORDS.most) && said.isInteger() ? said.toNumber() : USUAL_WORDS
        const drawn = passphrase(size, random)
        const told = { length: number(drawn.length), bits: number(passphraseBits(size)) }
        return replyOf([codeBlock(drawn), say(language, 'passwordBits', told)])
      }
      const isPin = says(context.question, words.pin, language)
      const usual = isPin ? USUAL_PIN : USUAL_LENGTH
      const length = said ? countOf(said, PASSWORD_MAX, isPin ? LEAST.pin : LEAST.password) : usual
      const wanted = countOf(count, PASSWORDS_MAX)
      if (length === null || wanted === null)
        return {
          markdown: say(language, 'passwordRange', { most: number(PASSWORD_MAX), count: number(PASSWORDS_MAX) }),
        }
      const sets: Charset[] = says(context.question, words.noSymbols, language)
        ? ['lower', 'upper', 'digits']
        : ['lower', 'upper', 'digits', 'symbols']
      const draw = () => (isPin ? pin(length, random) : drawPassword(length, sets, random))
      const values = { length: number(length), bits: number(passwordBits(length, sets)) }
      return replyOf([
        codeBlock(Array.from({ length: wanted }, draw).join('\n')),
        isPin ? say(language, 'pinDigits', values) : say(language, 'passwordBits', values),
      ])
    },
  })

export const uuid = (random: Randomness = secureRandomness) =>
  defineIntent({
    id: 'chance.uuid',
    slots: { count: { kind: 'number' } },
    examples: examples('chance.uuid'),
    reply({ count }, context, language) {
      const wanted = countOf(count, UUIDS_MAX)
      if (wanted === null)
        return { markdown: say(language, 'uuidRange', { most: writeNumber(new Exact(UUIDS_MAX), styleOf(context)) }) }
      return replyOf([
        codeBlock(Array.from({ length: wanted }, () => drawUuid(random)).join('\n')),
        say(language, 'uuidVersion'),
      ])
    },
  })
