import { type Agent, agentOf } from '@atrium/contract/catalogue/agents'
import type { GuideLanguage } from '../intent.ts'
import { type WordsByLanguage, wordsIn } from '../words.ts'
import words from './words.json' with { type: 'json' }

const byAgent = Object.entries(words as Readonly<Record<string, WordsByLanguage>>)

/** Letters of a word that stands in what another one says too, and says less. */
const lettersOf = (text: string, said: WordsByLanguage, language: GuideLanguage): number =>
  wordsIn(text, said, language).reduce((sum, { length }) => sum + length, 0)

/**
 * The agents that a sentence speaks of, by their names and by what they do; first who has most of its words, and of two alike who can be
 * hired.
 */
export function agentsMeant(sentence: string, language: GuideLanguage): Agent[] {
  return byAgent
    .flatMap(([key, said]) => {
      const [agent, letters] = [agentOf(key), lettersOf(sentence, said, language)]
      return agent && letters > 0 ? [{ agent, letters }] : []
    })
    .sort((a, b) => b.letters - a.letters || Number(b.agent.deployable) - Number(a.agent.deployable))
    .map(({ agent }) => agent)
}
