import { modelName } from '@atrium/contract/catalogue/model-names'
import { spaceAt } from '@atrium/contract/catalogue/pages'
import { personas } from '@atrium/contract/catalogue/personas'
import { planFor } from '@atrium/contract/catalogue/plans'
import type { PersonaKey, ThreadHistory } from '@atrium/contract/chat'
import type { ModelInfo } from '@atrium/contract/models'
import { mayServe } from '@atrium/contract/space-models'
import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useFocus } from '../commands/focus.ts'
import { useSession } from '../platform/session.ts'
import { roomQuery } from '../spaces/space-room.ts'
import { MenuCheckboxItem, MenuItem, MenuLabel, MenuRadioGroup, MenuRadioItem, MenuSeparator } from '../ui/menu.tsx'
import { toast } from '../ui/toast.tsx'
import { NEXT_PERSONA, PREVIOUS_PERSONA, setPreferences, usePreferences } from './chat-preferences.ts'
import { choosePersona, cyclePersona, isLocked, keepChoice } from './persona-choice.ts'

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
  const allowed = useAllowed()
  const answering = model && !mayServe(model, allowed) ? insteadOf(models, allowed) : model

  const choosing = { thread, session, t, navigate }

  return (
    <>
      <MenuLabel>{t('chat.picker.personas')}</MenuLabel>
      <MenuRadioGroup
        value={persona}
        onValueChange={(key) => choosePersona(key, choosing)}
        aria-label={t('chat.picker.personas')}
      >
        {personas.map((one) => (
          <MenuRadioItem
            key={one.key}
            value={one.key}
            icon={isLocked(one.key, session) ? <Lock aria-label={t('chat.picker.lockedShort')} /> : undefined}
          >
            <span className="block">
              <span aria-hidden className="me-2">
                {one.emoji}
              </span>
              {t(`chat.persona.${one.key}.name`)}{' '}
              {isLocked(one.key, session) && (
                <span className="ms-2 text-xs text-muted">
                  {t('chat.picker.inPlan', { plan: t(`chat.plan.${planFor({ persona: one.key })}`) })}
                </span>
              )}
            </span>
            <span className="block text-xs text-muted">{t(`chat.persona.${one.key}.description`)}</span>
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
      <MenuItem shortcut={NEXT_PERSONA} onSelect={() => cyclePersona(1, choosing)}>
        {t('chat.picker.next')}
      </MenuItem>
      <MenuItem shortcut={PREVIOUS_PERSONA} onSelect={() => cyclePersona(-1, choosing)}>
        {t('chat.picker.previous')}
      </MenuItem>
      {models.length > 0 && (
        <>
          <MenuSeparator />
          <MenuLabel>{t('chat.picker.models')}</MenuLabel>
          <MenuRadioGroup
            value={answering?.id ?? ''}
            onValueChange={(id) => {
              const chosen = models.find((one) => one.id === id)
              if (chosen && !mayServe(chosen, allowed))
                toast({ title: modelName(id, chosen.name), description: t('chat.picker.notHere') })
              else keepChoice({ model: id }, choosing)
            }}
            aria-label={t('chat.picker.models')}
          >
            {models.map((one) => (
              <MenuRadioItem
                key={one.id}
                value={one.id}
                icon={mayServe(one, allowed) ? undefined : <Lock aria-hidden />}
              >
                <span className="block">{modelName(one.id, one.name)}</span>
                {!mayServe(one, allowed) && (
                  <span className="block text-xs text-muted">{t('chat.picker.notHere')}</span>
                )}
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

/** The models that may answer in the Space that one is in; null when all may. */
function useAllowed(): readonly string[] | null {
  const { industry } = useFocus()
  const key = spaceAt(industry)?.key
  const { data } = useQuery({ ...roomQuery(key ?? ''), enabled: key !== undefined })
  return data?.models ?? null
}

/** As the server chooses: the first that may, the built-in assistant only when no other may. */
const insteadOf = (models: readonly ModelInfo[], allowed: readonly string[] | null): ModelInfo | undefined => {
  const others = models.filter((one) => mayServe(one, allowed))
  return others.find(({ provider }) => provider !== 'guide') ?? others[0]
}
