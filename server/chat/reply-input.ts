import { KeyScope } from '@atrium/contract/account-security'
import { PersonaKey } from '@atrium/contract/chat'
import { principalKinds } from '@atrium/contract/principal'
import { z } from 'zod'
import type { ModelMessage } from '../models/model.ts'

/** What a chat run is asked to do, as stored with it: everything a worker on any instance needs. */
export const ReplyInput = z.object({
  principal: z.object({
    kind: z.enum(principalKinds),
    owner: z.string(),
    userId: z.string().nullable(),
    sessionId: z.null(),
    /** The key that the message came with: what is done for it stays within its scopes. */
    key: z.object({ id: z.string(), scopes: z.array(KeyScope).readonly() }).optional(),
  }),
  /** Where what is done is done: `team:<id>`, as the person chose when they sent the message; null for their own. */
  scope: z.string().nullable().default(null),
  /** The model the person chose, if any. */
  preferredModel: z.string().nullable(),
  persona: PersonaKey,
  space: z.string().nullable(),
  systemPrompt: z.string().nullable(),
  soulMode: z.boolean(),
  timeZone: z.string(),
  locale: z.string(),
  userMessageId: z.string().nullable(),
  /** True when the run goes on with a reply that was cut. */
  continues: z.boolean(),
})
export type ReplyInput = z.output<typeof ReplyInput>

/** What a parked run needs to go on: the conversation with the model so far. The calls that wait in it are in `approvals`. */
export interface ReplyState {
  system: string
  messages: ModelMessage[]
  /** Tokens and cost of the rounds before. */
  inputTokens: number
  outputTokens: number
  costMicros: number | null
  /** Milliseconds spent before the pause. */
  latencyMs: number
}
