import { readFileSync } from 'node:fs'
import { agents } from '@atrium/contract/catalogue/agents'
import { describe, expect, test } from 'vitest'
import { GUIDE_LANGUAGES } from '../intent.ts'
import { replied } from '../test-reply.ts'
import { agentIncludes, agentPrice, findAgents, hireAgent } from './agents.ts'
import { agentsMeant, isAboutAgents } from './meant-agents.ts'
import words from './words.json' with { type: 'json' }

const said = async (intent: typeof agentPrice, question: string) => (await replied(intent, {}, { question })).markdown

describe('agents', () => {
  test.each([
    ['who can do my bookkeeping', 'cpa'],
    ['somebody to answer support emails', 'support'],
    ['an agent for social media posts', 'social'],
    ['what does the legal agent do', 'legal_ops'],
    ['the sales development agent', 'sdr'],
    ['write job ads', 'recruiter'],
    ['search engine optimisation', 'seo'],
  ])('“%s” means %s first', (sentence, key) => {
    expect(agentsMeant(sentence, 'en')[0]?.key).toBe(key)
  })

  test('what speaks of none of them is about no agent', () => {
    for (const sentence of ['who won in 2018', 'order me a pizza', 'agenda for a 30 minute 1:1 with Ana'])
      expect([sentence, isAboutAgents(sentence, 'en')]).toEqual([sentence, false])
  })

  test('cost what the catalogue says, by the month and by the year', async () => {
    // 12 × 179 = 2,148; less 10 per cent: 1,933.20
    expect(await said(agentPrice, 'what does the recruiter cost')).toMatch(/\$179[\s\S]*\$1,933\.20/)
    expect(await said(agentPrice, 'what do agents cost')).toMatch(/\$99[\s\S]*\$499/)
  })

  test('are hired in the shop, not by a sentence; who cannot be hired yet is said to be so', async () => {
    expect(await said(hireAgent, 'hire the recruiter')).toMatch(/\/workforce\/agents\/recruiter[\s\S]*never order/)
    expect(await said(hireAgent, 'hire the tutor')).toContain('cannot be hired yet')
    expect(await said(hireAgent, 'hire somebody')).toContain('/workforce/browse')
  })

  test('are all listed, and described with what comes with them', async () => {
    const all = await said(findAgents, 'list all agents')
    for (const { key } of agents) expect(all).toContain(`/workforce/agents/${key})`)
    expect(await said(agentIncludes, 'what does the copywriter do')).toMatch(/ready to be tested[\s\S]*Included/)
  })

  test('each has words by which it is meant, and what it does in every language as the pages say it', () => {
    expect(Object.keys(words).toSorted()).toEqual(agents.map(({ key }) => key).toSorted())
    const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
    for (const language of GUIDE_LANGUAGES.filter((one) => one !== 'en')) {
      const shown = read(`../../../../web/src/i18n/locales/${language}/workforce.json`).agents
      const ours = read(`./texts/${language}.json`).agents
      for (const { key } of agents) expect([language, key, ours[key]]).toEqual([language, key, shown[key].text])
    }
  })
})
