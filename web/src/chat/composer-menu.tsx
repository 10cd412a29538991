import { modelName } from '@atrium/contract/catalogue/model-names'
import { type Persona, personaOf, personas } from '@atrium/contract/catalogue/personas'
import type { PersonaKey, ThreadHistory } from '@atrium/contract/chat'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Lock } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { sentenceFor } from '../platform/api.ts'
import { type Session, useSession } from '../platform/session.ts'
import {
  Menu,
  MenuCheckboxItem,
  MenuContent,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuTrigger,
} from '../ui/menu.tsx'
import { toast } from '../ui/toast.tsx'
import { readPreferences, setPreferences, usePreferences } from './chat-preferences.ts'
import { modelsQuery, saveThread } from './thread-queries.ts'

/** Who answers, and with which model: one quiet button. */
export function ComposerMenu({ thread }: { thread: ThreadHistory | undefined }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const session = useSession()
  const preferences = usePreferences()
  const [open, setOpen] = useState(false)
  const { data } = useQuery(modelsQuery)
  const models = data?.models ?? []
  const persona = thread?.persona ?? preferences.persona
  const wanted = thread?.model ?? preferences.model
  const model = models.find(({ id }) => id === wanted) ?? models.find(({ id }) => id === data?.selected)

  const keep = (change: { persona?: PersonaKey; model?: string }) => {
    setPreferences({
      persona: change.persona ?? readPreferences().persona,
      model: change.model ?? readPreferences().model,
    })
    if (thread)
      saveThread(thread, change).catch((error: unknown) =>
        toast({ variant: 'destructive', title: t('chat.picker.failed'), description: sentenceFor(error) }),
      )
  }
  const choosePersona = (key: string) => {
    const chosen = personaOf(key)
    if (isLocked(chosen, session)) {
      toast({
        title: t('chat.picker.locked', { persona: chosen.name, plan: t(`chat.plan.${chosen.requiredTier}`) }),
        action: {
          label: t('chat.picker.changePlan'),
          altText: t('chat.picker.changePlanAlt'),
          onClick: () => void navigate('/settings'),
        },
      })
      return
    }
    keep({ persona: chosen.key })
  }

  return (
    <Menu open={open} onOpenChange={setOpen}>
      <MenuTrigger>
        <button
          type="button"
          className="flex h-8 min-w-0 items-center gap-1.5 rounded-md px-2 text-sm text-muted hover:bg-hover hover:text-ink touch:h-10"
        >
          <span className="sr-only">{t('chat.picker.label')}</span>
          <span className="truncate">{personaOf(persona).name}</span>
          {model && <span className="truncate text-faint max-sm:hidden">{modelName(model.id, model.name)}</span>}
          <ChevronDown aria-hidden className="size-3.5 shrink-0" />
        </button>
      </MenuTrigger>
      <MenuContent side="top" align="start" className="max-h-[min(32rem,70dvh)] w-72 overflow-y-auto">
        <MenuLabel>{t('chat.picker.personas')}</MenuLabel>
        <MenuRadioGroup value={persona} onValueChange={choosePersona} aria-label={t('chat.picker.personas')}>
          {personas.map((one) => (
            <MenuRadioItem
              key={one.key}
              value={one.key}
              icon={isLocked(one, session) ? <Lock aria-label={t('chat.picker.lockedShort')} /> : undefined}
            >
              <span className="block">
                <span aria-hidden className="me-2">
                  {one.emoji}
                </span>
                {one.name}
              </span>
              <span className="block text-xs text-muted">{one.description}</span>
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
        {models.length > 0 && (
          <>
            <MenuSeparator />
            <MenuLabel>{t('chat.picker.models')}</MenuLabel>
            <MenuRadioGroup
              value={model?.id ?? ''}
              onValueChange={(id) => keep({ model: id })}
              aria-label={t('chat.picker.models')}
            >
              {models.map((one) => (
                <MenuRadioItem key={one.id} value={one.id}>
                  {modelName(one.id, one.name)}
                </MenuRadioItem>
              ))}
            </MenuRadioGroup>
          </>
        )}
        <MenuSeparator />
        <MenuCheckboxItem checked={preferences.soul} onCheckedChange={(soul) => setPreferences({ soul })}>
          {t('chat.picker.soul')}
        </MenuCheckboxItem>
      </MenuContent>
    </Menu>
  )
}

/** Spec-notes, "Tiers": which personas a plan opens. The server decides; this shows the lock. */
function isLocked({ requiredTier }: Persona, { user, isAdmin }: Session): boolean {
  if (!requiredTier || isAdmin) return false
  const open: Record<string, readonly string[]> = { HUSTLE: ['HUSTLE', 'TEAM', 'BUILDER'], TEAM: ['TEAM', 'BUILDER'] }
  return !(open[requiredTier] ?? []).includes(user?.tier ?? 'FREE')
}
