import { modelName } from '@atrium/contract/catalogue/model-names'
import { type Persona, personaOf, personas } from '@atrium/contract/catalogue/personas'
import { isOpen } from '@atrium/contract/catalogue/plans'
import type { PersonaKey, ThreadHistory } from '@atrium/contract/chat'
import type { ModelInfo } from '@atrium/contract/models'
import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { referenceFor, sentenceFor } from '../platform/api.ts'
import { type Session, useSession } from '../platform/session.ts'
import { MenuCheckboxItem, MenuLabel, MenuRadioGroup, MenuRadioItem, MenuSeparator } from '../ui/menu.tsx'
import { toast } from '../ui/toast.tsx'
import { readPreferences, setPreferences, usePreferences } from './chat-preferences.ts'
import { saveThread } from './thread-queries.ts'

export interface ComposerMenuItemsProps {
  thread: ThreadHistory | undefined
  persona: PersonaKey
  model: ModelInfo | undefined
  models: readonly ModelInfo[]
}

/** The personas, the models, and what the assistant may remember. */
export function ComposerMenuItems({ thread, persona, model, models }: ComposerMenuItemsProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const session = useSession()
  const preferences = usePreferences()

  const keep = (change: { persona?: PersonaKey; model?: string }) => {
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
  const choosePersona = (key: string) => {
    const chosen = personaOf(key)
    if (isLocked(chosen, session)) {
      toast({
        title: t('chat.picker.locked', {
          persona: t(`chat.persona.${chosen.key}.name`),
          plan: t(`chat.plan.${chosen.requiredTier}`),
        }),
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
    <>
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
              {t(`chat.persona.${one.key}.name`)}
            </span>
            <span className="block text-xs text-muted">{t(`chat.persona.${one.key}.description`)}</span>
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
    </>
  )
}

/** Spec-notes, "Tiers": which personas a plan opens. The server decides; this shows the lock. */
const isLocked = ({ key }: Persona, { user, isAdmin }: Session): boolean =>
  !isOpen({ kind: isAdmin ? 'administrator' : 'member', tier: user?.tier ?? 'FREE' }, { persona: key })
