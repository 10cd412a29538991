import type { Theme } from '@atrium/contract/accounts'
import type { Preferences } from '@atrium/contract/profile'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../i18n/locale.ts'
import { usePagePreferences } from '../platform/preferences.ts'
import { useTheme } from '../platform/theme.ts'
import { changePreferences } from './change-preferences.ts'
import { Choices } from './choices.tsx'
import { LanguagePicker } from './language-picker.tsx'
import { Panel } from './panel.tsx'
import { useChange } from './use-change.ts'

export function AppearanceSection() {
  const { t, i18n } = useTranslation('settings')
  const client = useQueryClient()
  const { theme, setTheme } = useTheme()
  const { density, motion } = usePagePreferences()
  const { mutate } = useChange({ act: (change: Partial<Preferences>) => changePreferences(client, change) })
  const themes: Record<Theme, string> = {
    light: t('appearance.light'),
    dark: t('appearance.dark'),
    system: t('appearance.matchSystem'),
  }
  return (
    <>
      <Panel title={t('language.title')} text={t('language.text')}>
        <LanguagePicker current={i18n.language} onChoose={(language) => mutate({ language })} />
        <Formats locale={localeOf(i18n.language)} />
      </Panel>
      <Panel title={t('appearance.title')}>
        <Choices label={t('appearance.theme')} value={theme} options={themes} onChange={setTheme} />
        <Choices
          label={t('appearance.density')}
          help={t('appearance.densityHelp')}
          value={density}
          options={{ comfortable: t('appearance.comfortable'), compact: t('appearance.compact') }}
          onChange={(next) => mutate({ density: next })}
        />
        <Choices
          label={t('appearance.motion')}
          help={t('appearance.motionHelp')}
          value={motion}
          options={{ system: t('appearance.matchSystem'), reduced: t('appearance.motionReduced') }}
          onChange={(next) => mutate({ motion: next })}
        />
      </Panel>
    </>
  )
}

const example = { number: 1234567.89, share: 0.125 }

/** What dates and numbers look like in that language. */
function Formats({ locale }: { locale: string }) {
  const { t } = useTranslation('settings')
  const now = new Date()
  const shown = [
    [t('language.date'), now.toLocaleDateString(locale, { dateStyle: 'full' })],
    [t('language.time'), now.toLocaleTimeString(locale, { timeStyle: 'short' })],
    [t('language.number'), example.number.toLocaleString(locale)],
    [t('language.share'), example.share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 })],
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 text-muted">
      {shown.map(([name, value]) => (
        <div key={name} className="contents">
          <dt>{name}</dt>
          <dd className="text-ink tabular">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
