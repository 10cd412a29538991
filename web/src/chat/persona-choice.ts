import { personaOf } from '@atrium/contract/catalogue/personas'
import { isOpen, planFor } from '@atrium/contract/catalogue/plans'
import type { PersonaKey, ThreadHistory } from '@atrium/contract/chat'
import type { TFunction } from 'i18next'
import { referenceFor, sentenceFor } from '../platform/api.ts'
import type { Session } from '../platform/session.ts'
import { toast } from '../ui/toast.tsx'
import { nextPersona, personaKeys, readPreferences, setPreferences } from './chat-preferences.ts'
import { saveThread } from './thread-queries.ts'

/** Where a choice is made: in a thread, which keeps it too, or for the conversations to come. */
export interface Choosing {
  thread: ThreadHistory | undefined
  session: Pick<Session, 'user' | 'isAdmin'>
  t: TFunction
  navigate: (to: string) => unknown
}

/** Spec-notes, "Tiers": which personas a plan opens. The server decides; this shows the lock. */
export const isLocked = (key: PersonaKey, { user, isAdmin }: Choosing['session']): boolean =>
  !isOpen({ kind: isAdmin ? 'administrator' : 'member', tier: user?.tier ?? 'FREE' }, { persona: key })

/** Keeps what was chosen, here and with the thread. */
export function keepChoice(change: { persona?: PersonaKey; model?: string }, { thread, t }: Choosing): void {
  setPreferences({
    persona: change.persona ?? readPreferences().persona,
    model: change.model ?? readPreferences().model,
  })
  if (thread)
    saveThread(thread, change).catch((error: unknown) =>
      toast({
        variant: 'destructive',
        title: t('chat.picker.failed'),
        description: sentenceFor(error),
        reference: referenceFor(error),
      }),
    )
}

function tellLock(key: PersonaKey, { t, navigate }: Choosing): void {
  toast({
    title: t('chat.picker.locked', {
      persona: t(`chat.persona.${key}.name`),
      plan: t(`chat.plan.${planFor({ persona: key })}`),
    }),
    action: {
      label: t('chat.picker.changePlan'),
      altText: t('chat.picker.changePlanAlt'),
      onClick: () => void navigate('/settings/plan'),
    },
  })
}

/** Takes a persona, or says which plan it comes with. */
export function choosePersona(key: string, choosing: Choosing): void {
  const persona = personaOf(key).key
  if (isLocked(persona, choosing.session)) tellLock(persona, choosing)
  else keepChoice({ persona }, choosing)
}

/**
 * Spec 4.4: the next persona, or the one before, round and round. What the plan does not open is passed over; where
 * nothing else is open, the next one is named with its plan.
 */
export function cyclePersona(step: 1 | -1, choosing: Choosing): void {
  const { thread, session, t } = choosing
  const from = thread?.persona ?? readPreferences().persona
  let persona = nextPersona(from, step)
  for (let tried = 1; isLocked(persona, session) && tried < personaKeys.length; tried++)
    persona = nextPersona(persona, step)
  if (persona === from) {
    tellLock(nextPersona(from, step), choosing)
    return
  }
  keepChoice({ persona }, choosing)
  toast({ title: t('chat.picker.now', { persona: t(`chat.persona.${persona}.name`) }) })
}
