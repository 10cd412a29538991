import type { Message } from '@atrium/contract/chat'
import { Info } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../i18n/locale.ts'
import { IconButton } from '../ui/button.tsx'
import { formatNumber } from '../ui/formats.ts'
import { Popover } from '../ui/popover.tsx'

/** How a reply came about, for administrators (spec 2.5). */
export function ReplyDetails({ message }: { message: Message }) {
  const { t, i18n } = useTranslation()
  const { meta } = message
  const locale = localeOf(i18n.language)
  const ms = (value: number | undefined) => value && t('chat.badge.latency', { ms: Math.round(value) })
  const cost =
    typeof meta.costMicros === 'number'
      ? formatNumber(meta.costMicros / 1_000_000, i18n.language, {
          style: 'currency',
          currency: 'USD',
          minimumFractionDigits: 4,
          maximumFractionDigits: 6,
        })
      : undefined
  const rows: [string, string | undefined][] = [
    ['model', meta.model],
    ['mode', meta.mode],
    ['provider', meta.chosenProvider],
    ['providers', meta.providers && new Intl.ListFormat(locale, { type: 'unit' }).format(meta.providers)],
    ['latency', ms(meta.latencyMs) || undefined],
    ['firstToken', ms(meta.firstTokenMs) || undefined],
    [
      'tokens',
      meta.inputTokens === undefined && meta.outputTokens === undefined
        ? undefined
        : t('chat.details.tokenCount', {
            input: meta.inputTokens ?? '–',
            output: meta.outputTokens ?? '–',
          }),
    ],
    ['cost', cost ?? (meta.costMicros === null ? t('chat.details.noPrice') : undefined)],
    ['forcedModel', meta.forcedModel],
    ['written', new Date(message.createdAt).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'medium' })],
  ]
  return (
    <Popover
      label={t('chat.details.label')}
      trigger={<IconButton size="sm" label={t('chat.details.label')} icon={<Info />} />}
      align="start"
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
        {rows.map(
          ([name, value]) =>
            value && (
              <div key={name} className="contents">
                <dt className="text-muted">{t(`chat.details.${name}`)}</dt>
                <dd className="break-words text-end tabular">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Popover>
  )
}
