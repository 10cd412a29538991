import type { ModelUse as Use } from '@atrium/contract/models'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../i18n/locale.ts'
import { useFormats } from './format.ts'
import { Loaded, Nothing, Row, Rows } from './panel.tsx'

const MICROS = 1_000_000

/** What chat and the modules asked of models for the person this month. */
export function ModelUse({ titles }: { titles: ReadonlyMap<string, string> }) {
  const { t } = useTranslation('settings')
  const { number, language } = useFormats()
  const query = useQuery<Use>({ queryKey: ['/api/user/model-use'] })
  const dollars = new Intl.NumberFormat(localeOf(language), {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: 4,
  })
  const costOf = ({ calls, costMicros, unpricedCalls }: Use['modules'][number]) =>
    [unpricedCalls < calls && dollars.format(costMicros / MICROS), unpricedCalls > 0 && t('models.useUnpriced')]
      .filter(Boolean)
      .join(', ')
  /** What it was besides words. */
  const made = ({ pictures, seconds, characters }: Use['modules'][number]) =>
    [
      pictures > 0 && t('models.usePictures', { count: pictures }),
      seconds > 0 && t('models.useSeconds', { seconds: number(seconds) }),
      characters > 0 && t('models.useCharacters', { characters: number(characters) }),
    ].filter(Boolean)
  return (
    <Loaded query={query}>
      {({ modules }) =>
        modules.length === 0 ? (
          <Nothing>{t('models.useNone')}</Nothing>
        ) : (
          <Rows label={t('models.use')}>
            {modules.map((one) => (
              <Row
                key={one.module}
                title={one.module === 'chat' ? t('keys.scopes.chat') : (titles.get(one.module) ?? one.module)}
                text={[
                  t('models.useLine', { count: one.calls, tokens: number(one.tokens), cost: costOf(one) }),
                  ...made(one),
                ].join(' · ')}
              />
            ))}
          </Rows>
        )
      }
    </Loaded>
  )
}
