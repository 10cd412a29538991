import type { StatusEvent } from '@atrium/contract/chat'
import { AppError } from '@atrium/contract/errors'
import { isBroken } from '../models/door/asking.ts'
import type { Model } from '../models/model.ts'
import { storable } from '../platform/runs/storable.ts'
import type { Work } from '../platform/runs/work.ts'
import { type ContextInput, outputReserve } from './context.ts'
import { charge, type Draft } from './generate.ts'
import type { ReplyMoney } from './reply-money.ts'
import { countTokens, firstTokens } from './tokens.ts'

const SUMMARISE =
  'Summarise the conversation for yourself, so that you can go on with it: facts about the person, decisions, open questions, names, numbers and wording that matter. At most 400 words. Write only the summary.'
/** Tokens of a summary, at most: twice the words asked for. */
const SUMMARY_MAX = 1_200
/** Tokens of the instruction and of what stands around the parts. */
const AROUND = 200
/** Tokens are counted in OpenAI's vocabulary; others make up to so many more of the same text. */
const OTHER_VOCABULARIES = 1.15
const EMPTY =
  'This conversation is longer than the model can read, and its summary came back empty. Please try again, or choose a model with a larger window.'

/** A text in slices of at most so many tokens, cut between paragraphs where that is possible. */
async function slicesOf(text: string, most: number): Promise<string[]> {
  const paragraphs = text.split(/(?<=\n\n)/)
  const counts = await countTokens(paragraphs)
  // A code point has four bytes at most, and a token one at least.
  const surelyFits = new RegExp(`.{1,${Math.max(1, Math.floor(most / 4))}}`, 'gsu')
  const parts = paragraphs.flatMap((paragraph, at) =>
    (counts[at] ?? 0) <= most ? paragraph : (paragraph.match(surelyFits) ?? []),
  )
  const slices: string[] = []
  let current = ''
  let used = 0
  for (const [at, count] of (await countTokens(parts)).entries()) {
    if (current && used + count > most) {
      slices.push(current)
      current = ''
      used = 0
    }
    current += parts[at]
    used += count
  }
  return current ? [...slices, current] : slices
}

/**
 * Asks the model for the rolling summary, slice by slice where the transcript does not fit at once; its text is shown to
 * nobody, what it costs is charged to the reply. Throws `provider_failed` when the model has nothing to say: the summary
 * that there is must not be lost for that.
 */
export const summariser =
  (work: Work, model: Model, draft: Draft, money: ReplyMoney): ContextInput['summarise'] =>
  async (former, transcript) => {
    const { contextWindow } = model.info
    const most = Math.min(SUMMARY_MAX, Math.floor(contextWindow / 8))
    const room = Math.floor((contextWindow - outputReserve(contextWindow) - most - AROUND) / OTHER_VOCABULARIES)
    const slices = await slicesOf(transcript, room)
    let summary = former
    for (const [at, slice] of slices.entries()) {
      const part = slices.length > 1 ? ` (part ${at + 1} of ${slices.length})` : ''
      const text = `Summarising the earlier conversation${part}`
      work.emit('status', { status: 'thinking', text } satisfies StatusEvent)
      const asked = `${summary ? `Summary so far:\n${summary}\n\n` : ''}${slice}`
      const answer = await money.ask(model, {
        system: SUMMARISE,
        messages: [{ role: 'user', parts: [{ type: 'text', text: asked }] }],
        tools: [],
        signal: work.signal,
      })
      if (isBroken(answer)) throw answer.reason
      charge(draft, model, answer.isEstimated ? null : answer.usage)
      summary = await firstTokens(storable(answer.text).trim(), most)
      if (!summary) throw new AppError('provider_failed', EMPTY)
    }
    return summary ?? ''
  }
