import { APPROVAL_DAYS } from '@atrium/contract/approvals'
import { DELEGATIONS_MAX, DEPTH_MAX } from '@atrium/contract/workforce-work'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/formats.ts'

/** Of a limit, from which on the server says that it is near. */
const NEAR = 0.8

/** What holds for every seat without anybody having said so. */
export function Standards() {
  const { t, i18n } = useTranslation('seats')
  const number = (value: number, options?: Intl.NumberFormatOptions) => formatNumber(value, i18n.language, options)
  const rules = [
    { id: 'read', says: t('workSettings.rules.readText') },
    { id: 'write', says: t('workSettings.rules.writeText') },
    { id: 'send', says: t('workSettings.rules.sendText') },
    { id: 'expiry', says: number(APPROVAL_DAYS, { style: 'unit', unit: 'day', unitDisplay: 'long' }) },
    { id: 'limit', says: t('workSettings.rules.limitText') },
    { id: 'near', says: t('workSettings.rules.nearText', { share: number(NEAR, { style: 'percent' }) }) },
    { id: 'depth', says: t('workSettings.rules.atMost', { number: number(DEPTH_MAX) }) },
    { id: 'delegations', says: t('workSettings.rules.atMost', { number: number(DELEGATIONS_MAX) }) },
  ] as const
  return (
    <dl className="divide-y divide-line border-y border-line text-sm">
      {rules.map(({ id, says }) => (
        <div key={id} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2">
          <dt className="text-muted">{t(`workSettings.rules.${id}`)}</dt>
          <dd>{says}</dd>
        </div>
      ))}
    </dl>
  )
}
