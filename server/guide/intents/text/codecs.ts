import { type Decoded, fromBase64, fromPercent, toBase64, toPercent } from '@atrium/domain/text/codecs'
import type { GuideLanguage } from '../intent.ts'
import { onText, type Result } from './result.ts'
import { say } from './say.ts'

export const encodeBase64 = onText(['text.base64', 'text.format'], (text, language) => ({
  said: say(language, 'code.base64'),
  text: toBase64(text),
}))

export const encodeUrl = onText(['text.url-encode', 'text.format'], (text, language) => ({
  said: say(language, 'code.url'),
  text: toPercent(text.trim()),
}))

function decoded(read: Decoded, language: GuideLanguage): Result {
  if ('text' in read) return { said: say(language, 'code.decoded'), text: read.text }
  if (read.fault === 'sign') return { said: say(language, 'code.sign', { at: read.at + 1 }) }
  return { said: say(language, read.fault === 'length' ? 'code.cut' : 'code.binary') }
}

export const decodeBase64 = onText(['text.base64-decode', 'text.format'], (text, language) =>
  decoded(fromBase64(text), language),
)
export const decodeUrl = onText(['text.url-decode', 'text.format'], (text, language) =>
  decoded(fromPercent(text.trim()), language),
)
