import { agents } from '@atrium/contract/catalogue/agents'
import { presets } from '@atrium/contract/catalogue/presets'
import { AppError } from '@atrium/contract/errors'
import { AGENT_VERSION, agentTabs, annualPrice } from '@atrium/contract/workforce'
import { WorkforceCatalogue } from '@atrium/contract/workforce-orders'
import { PublishedAgent, PublishedAgentList } from '@atrium/contract/workforce-seats'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { holderOf } from '../accounts/plan.ts'
import { type Route, route } from '../platform/http/route.ts'
import { agentMarks } from '../workforce/tables.ts'
import { connectorsOf } from './connectors.ts'
import type { SeatsSettings } from './context.ts'
import { hasModel } from './model-needed.ts'
import { publishedAgent, shownGrant } from './published-agent.ts'

/** Who can be hired. Whoever looks for somebody reads it before they have an account. */
export function agentRoutes(settings: SeatsSettings): Route[] {
  const { db, actions, mail, registryOf } = settings
  const common = { tag: 'workforce', access: 'workforce.own', method: 'GET', limit: 'read' } as const
  return [
    route(
      {
        ...common,
        path: '/api/workforce/catalogue',
        summary:
          'Every agent with its prices, its risk, what it connects to and your marks; the departments and presets',
        answer: WorkforceCatalogue,
      },
      async ({ principal }) => {
        const marks = await db.select().from(agentMarks).where(eq(agentMarks.ownerId, principal.owner))
        const has = (key: string, kind: 'star' | 'interest') =>
          marks.some((one) => one.agent === key && one.kind === kind)
        const around = {
          actions,
          mail,
          holder: await holderOf(db, principal),
          hasModel: await hasModel(registryOf, principal.userId),
        }
        return {
          agents: agents.map(({ key, name, description, space, deployable, monthlyPriceCents }) => {
            const work = settings.agents.find(key)
            return {
              key,
              name,
              description,
              department: space,
              deployable,
              monthlyPriceCents,
              annualPriceCents: annualPrice(monthlyPriceCents),
              version: AGENT_VERSION,
              risk: work?.risk ?? null,
              connectors: work ? connectorsOf(around, work) : [],
              starred: has(key, 'star'),
              interested: has(key, 'interest'),
            }
          }),
          tabs: agentTabs,
          presets,
        }
      },
    ),
    route(
      {
        ...common,
        path: '/api/workforce/agents',
        summary: 'The agents that can be hired here, with what each may do',
        answer: PublishedAgentList,
      },
      async () => ({
        agents: settings.agents.list().map(({ key, risk, grants }) => ({
          key,
          version: AGENT_VERSION,
          risk,
          grants: grants.map((grant) => shownGrant(settings, grant)),
        })),
      }),
    ),
    route(
      {
        ...common,
        path: '/api/workforce/agents/:key',
        summary: 'What an agent that can be hired does, asks, may and leaves to people',
        params: z.object({ key: z.string().max(40) }),
        answer: PublishedAgent,
      },
      async ({ params }) => {
        const agent = await publishedAgent(settings, params.key)
        if (!agent) throw new AppError('not_found', 'There is no such agent to be hired.')
        return agent
      },
    ),
  ]
}
