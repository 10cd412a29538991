import { modelName } from '@atrium/contract/catalogue/model-names'
import { personas } from '@atrium/contract/catalogue/personas'
import { planFor } from '@atrium/contract/catalogue/plans'
import type { PersonaKey, ThreadHistory } from '@atrium/contract/chat'
import type { ModelInfo } from '@atrium/contract/models'
import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useSession } from '../platform/session.ts'
import { MenuCheckboxItem, MenuItem, MenuLabel, MenuRadioGroup, MenuRadioItem, MenuSeparator } from '../ui/menu.tsx'
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
            value={model?.id ?? ''}
            onValueChange={(id) => keepChoice({ model: id }, choosing)}
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
