import type { Intent } from '../intent.ts'
import { agentIncludes, agentPrice, findAgents, hireAgent } from './agents.ts'

export const workforceIntents: readonly Intent[] = [findAgents, agentPrice, hireAgent, agentIncludes]
