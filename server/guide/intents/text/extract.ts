import { datesIn, emailsIn, hashtagsIn, linksIn, numbersIn, phonesIn } from '@atrium/domain/text/extraction'
import { onText, type TextIntent } from './result.ts'
import { say } from './say.ts'

const extracting = (
  name: 'emails' | 'links' | 'numbers' | 'dates' | 'phones' | 'hashtags',
  find: (text: string) => string[],
): TextIntent =>
  onText([`text.${name}`, 'text.extract'], (text, language) => {
    const found = find(text)
    const said = say(language, `extract.${name}`, { found: found.length })
    return found.length > 0 ? { said, text: found.join('\n') } : { said: [said, say(language, 'extract.none')] }
  })

export const emails = extracting('emails', emailsIn)
export const links = extracting('links', linksIn)
export const numbers = extracting('numbers', numbersIn)
export const dates = extracting('dates', datesIn)
export const phones = extracting('phones', phonesIn)
export const hashtags = extracting('hashtags', hashtagsIn)
