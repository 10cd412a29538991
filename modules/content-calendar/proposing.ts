import type { ActionContext } from '@atrium/contract/module'
import type { Network } from './channels.ts'
import type calendar from './module.ts'
import { networks } from './networks.ts'

const WORDS = 150
/** characters of a word with its blank, so that a post stays within its network's limit */
const WORD = 7

/** A post of these facts alone, a line of them a fact, as long as the channel's network lets it be. */
export function draftPost(
  { facts, network, tone }: { facts: string; network?: Network | undefined; tone?: string | undefined },
  { model }: Pick<ActionContext<typeof calendar>, 'model'>,
) {
  const { name, limit } = networks[network ?? 'other']
  return model.write({
    purpose: network
      ? `a post for ${name}${limit ? `, at most ${limit} characters` : ''}`
      : 'a post for social networks',
    facts: facts.split(/\n+/).filter((line) => line.trim() !== ''),
    ...(tone && { tone }),
    maxWords: Math.min(WORDS, Math.floor((limit ?? WORDS * WORD) / WORD)),
  })
}
