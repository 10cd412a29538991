import type { Message } from '@atrium/contract/chat'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/button.tsx'
import { useThreadActions } from './thread-context.ts'

/** ‹ 2/3 ›: the other versions of a message. */
export function BranchSwitch({ message }: { message: Message }) {
  const { t } = useTranslation()
  const { busy, select } = useThreadActions()
  const { siblings } = message
  const at = siblings.indexOf(message.id)
  if (siblings.length < 2 || at < 0) return null
  const go = (step: number) => {
    const other = siblings[at + step]
    if (other) select(other)
  }
  return (
    <fieldset className="flex items-center text-xs text-muted tabular">
      <legend className="sr-only">{t('chat.branch.label')}</legend>
      <IconButton
        size="sm"
        label={t('chat.branch.previous')}
        icon={<ChevronLeft className="rtl:-scale-x-100" />}
        disabled={busy || at === 0}
        onClick={() => go(-1)}
      />
      <span className="min-w-7 text-center">{t('chat.branch.place', { at: at + 1, of: siblings.length })}</span>
      <IconButton
        size="sm"
        label={t('chat.branch.next')}
        icon={<ChevronRight className="rtl:-scale-x-100" />}
        disabled={busy || at === siblings.length - 1}
        onClick={() => go(1)}
      />
    </fieldset>
  )
}
