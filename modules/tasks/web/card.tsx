import { useModuleQuery } from '@atrium/web/kit'
import { useTranslation } from 'react-i18next'
import type tasks from '../module.ts'
import { dayHere, dueLabel } from './due-label.ts'
import { useTexts } from './texts.ts'

const SHOWN = 3

/** In a Space: the next tasks that are due. Without any it takes no room. */
export function Card() {
  const { t } = useTexts()
  const { i18n } = useTranslation()
  const { data, error } = useModuleQuery<typeof tasks, 'list'>('tasks', 'list', { view: 'today', limit: SHOWN })
  if (error) throw error
  if (!data || data.tasks.length === 0) return null
  const today = dayHere()
  return (
    <ul aria-label={t('views.today')} className="flex flex-col gap-1 text-sm">
      {data.tasks.map(({ id, title, due }) => (
        <li key={id} className="flex items-baseline gap-2">
          <bdi className="min-w-0 truncate">{title}</bdi>
          {due && <span className="ms-auto shrink-0 text-xs text-muted">{dueLabel(due, today, i18n.language)}</span>}
        </li>
      ))}
    </ul>
  )
}
