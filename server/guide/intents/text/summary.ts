import { numberStyle } from '@atrium/domain/numbers/number-style'
import type { GuideFile } from '../../guide.ts'
import { keyPointsOf, summaryOf } from '../../papers/answers.ts'
import { type Block, defineIntent, type SlotValues } from '../intent.ts'
import { refused, replyOf, TEXT_SLOT } from './result.ts'
import { examples } from './say.ts'

const SLOTS = { ...TEXT_SLOT, count: { kind: 'number' } } as const

/** Sentences that are asked for; of a greater number a length in words is meant. */
const MOST = 30

const fileOf = ({ text, name }: Block): GuideFile => ({ name: name ?? 'the text you sent', mime: 'text/plain', text })

/** How many sentences or points are asked for. */
function countIn(question: string, count: SlotValues['number'] | undefined): number | null {
  if (/\b(?:one|single|a)[ -](?:sentence|line|point)\b/iu.test(question)) return 1
  const said = count?.toNumber() ?? 0
  return Number.isInteger(said) && said >= 1 && said <= MOST ? said : null
}

const SIZE = /\b(?:short|brief|quick|concise|gist|nutshell|tl;?dr|long|longer|detailed)\b/iu

/** What a request says before the text that it is about. */
const requestIn = (question: string): string => question.slice(0, 200).split('\n')[0] as string

export const summary = defineIntent({
  id: 'text.summary',
  slots: SLOTS,
  examples: examples('text.summary'),
  reply: ({ text, count }, { question, locale }, language) => {
    const no = refused(text, language)
    if (no) return no
    const request = requestIn(question)
    const wanted = { count: countIn(request, count), size: SIZE.exec(request)?.[0].toLowerCase() ?? '' }
    return replyOf(summaryOf(fileOf(text), numberStyle(locale).locale, wanted))
  },
})

export const keyPoints = defineIntent({
  id: 'text.key-points',
  told: 'text.summary',
  slots: SLOTS,
  examples: examples('text.key-points'),
  reply: ({ text, count }, { question, locale }, language) =>
    refused(text, language) ??
    replyOf(keyPointsOf(fileOf(text), numberStyle(locale).locale, countIn(requestIn(question), count))),
})
