import { modelName } from '@atrium/contract/catalogue/model-names'
import type { ReplyMeta } from '@atrium/contract/chat'
import { useTranslation } from 'react-i18next'

/** Which model answered, how long it took, and how (spec 9, "Model badge"). */
export function ModelBadge({ meta }: { meta: ReplyMeta }) {
  const { t } = useTranslation()
  const { model, latencyMs = 0, mode } = meta
  const name = model ? modelName(model) : mode && mode !== 'error' ? modelName(mode, '') : ''
  const parts = [
    mode === 'error' ? t('chat.badge.incompatible') : '',
    latencyMs > 0 ? t('chat.badge.latency', { ms: Math.round(latencyMs) }) : '',
    mode && mode !== 'bandit' && mode !== 'error' && modelName(mode, '') !== name ? t(`chat.mode.${mode}`) : '',
  ].filter(Boolean)
  if (!name && parts.length === 0) return null
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-xs text-faint tabular">
      {name && (
        <span className="truncate" title={model}>
          {name}
        </span>
      )}
      {parts.map((part) => (
        <span
          key={part}
          className="shrink-0 before:me-1.5 before:content-['·'] first:before:content-none first:before:me-0"
        >
          {part}
        </span>
      ))}
    </span>
  )
}
