import { type Agent, agents, departments } from '@atrium/contract/catalogue/agents'
import { ANNUAL_DISCOUNT, annualPrice } from '@atrium/contract/workforce'
import { Exact, showMoney } from '../../calculation/numbers.ts'
import type { GuideContext } from '../../guide.ts'
import { defineIntent, type GuideLanguage, type Slots } from '../intent.ts'
import { replyOf, styleOf, writePercent } from '../writing.ts'
import { agentsMeant, isAboutAgents } from './meant-agents.ts'
import { examples, say, taskOf } from './say.ts'

type Place = readonly [GuideContext, GuideLanguage]

/** What it is about is told by the words of the whole sentence; the slots say where in it such words stand. */
const slots = { agent: { kind: 'text' }, other: { kind: 'text' }, job: { kind: 'text' } } as const satisfies Slots

/** “Who can …” asks for an agent only where it speaks of agents, or of what one of them does. */
const applies = ({ question, locale }: GuideContext): boolean => isAboutAgents(question, locale)

const dollars = (cents: number, context: GuideContext): string =>
  showMoney(new Exact(cents).div(100), 'USD', styleOf(context))
const discount = (context: GuideContext): string => writePercent(new Exact(ANNUAL_DISCOUNT), styleOf(context))
const linkTo = ({ key, name }: Agent): string => `[${name}](/workforce/agents/${key})`

/** `**[Recruiter](…)**: Job posts, …. $179.00 a month.` */
const lineOf = (agent: Agent, [context, language]: Place): string =>
  say(language, agent.deployable ? 'agent' : 'agentSoon', {
    agent: linkTo(agent),
    task: taskOf(agent, language),
    month: dollars(agent.monthlyPriceCents, context),
  })

const all = (language: GuideLanguage): string =>
  [
    say(language, 'all'),
    departments
      .map((space) => agents.filter((agent) => agent.space === space))
      .map((those) => `- ${those.map(linkTo).join(', ')}`)
      .join('\n'),
  ].join('\n\n')

const MOST = 3

/** Which agents there are, and who does a job. */
export const findAgents = defineIntent({
  id: 'workforce',
  slots,
  applies,
  examples: examples('workforce.find'),
  reply(_, context, language) {
    const meant = agentsMeant(context.question, language).slice(0, MOST)
    if (meant.length === 0) return { markdown: all(language) }
    return replyOf([
      meant.map((agent) => `- ${lineOf(agent, [context, language])}`).join('\n'),
      say(language, 'browse'),
    ])
  },
})

const priceOf = (agent: Agent, [context, language]: Place): string =>
  say(language, 'price', {
    agent: linkTo(agent),
    month: dollars(agent.monthlyPriceCents, context),
    year: dollars(annualPrice(agent.monthlyPriceCents), context),
    less: discount(context),
  })

const CHEAPEST = /cheap|lowest|least expensive|affordable/iu
const DEAREST = /most expensive|costs? the most|dearest|priciest|highest/iu

/** The one at an end of the prices, of those that can be hired. */
function atTheEnd(question: string): Agent | undefined {
  const sorted = agents
    .filter(({ deployable }) => deployable)
    .toSorted((a, b) => a.monthlyPriceCents - b.monthlyPriceCents)
  if (DEAREST.test(question)) return sorted.at(-1)
  return CHEAPEST.test(question) && !/year|annual/iu.test(question) ? sorted[0] : undefined
}

/** What an agent costs by the month and by the year. */
export const agentPrice = defineIntent({
  id: 'workforce',
  slots,
  applies,
  examples: examples('workforce.price'),
  reply(_, context, language) {
    const end = atTheEnd(context.question)
    const meant = end ? [end] : agentsMeant(context.question, language).slice(0, 2)
    if (meant.length > 0) return replyOf(meant.map((agent) => priceOf(agent, [context, language])))
    const prices = agents.filter(({ deployable }) => deployable).map(({ monthlyPriceCents }) => monthlyPriceCents)
    return replyOf([
      say(language, 'priceRange', {
        least: dollars(Math.min(...prices), context),
        most: dollars(Math.max(...prices), context),
        less: discount(context),
      }),
      say(language, 'browse'),
    ])
  },
})

/** Leads to the agent's place in the shop. It orders nothing. */
export const hireAgent = defineIntent({
  id: 'workforce',
  slots,
  applies,
  examples: examples('workforce.hire'),
  reply(_, context, language) {
    const [agent, other] = agentsMeant(context.question, language)
    if (!agent) return replyOf([say(language, 'hireWhom'), say(language, 'browse')])
    if (!agent.deployable)
      return replyOf([
        say(language, 'soon', { agent: linkTo(agent) }),
        other ? lineOf(other, [context, language]) : null,
      ])
    return replyOf([priceOf(agent, [context, language]), say(language, 'hire', { agent: linkTo(agent) })])
  },
})

/** What an agent does, and what comes with it. */
export const agentIncludes = defineIntent({
  id: 'workforce',
  slots,
  applies,
  examples: examples('workforce.included'),
  reply(_, context, language) {
    const meant = agentsMeant(context.question, language).slice(0, 2)
    return replyOf([
      ...meant.map((agent) => lineOf(agent, [context, language])),
      say(language, 'included'),
      meant[0] ? say(language, 'page', { agent: linkTo(meant[0]) }) : say(language, 'browse'),
    ])
  },
})
