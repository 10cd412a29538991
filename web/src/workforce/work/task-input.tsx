import type { TaskDetails } from '@atrium/contract/workforce-work'
import { FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ReadableValue } from '../../approvals/readable-value.tsx'
import { said } from '../../i18n/said.ts'
import { labelOf } from '../../records/field-label.ts'
import { fieldsIn } from './input-fields.ts'
import { Part } from './task-part.tsx'
import { useAgent } from './work-queries.ts'

/** What the playbook was given, by the names that its form has. */
export function TaskInput({ task }: { task: TaskDetails }) {
  const { t } = useTranslation('seats')
  const agent = useAgent(task.seat && task.playbook ? task.seat.agentKey : undefined)
  const playbook = agent.data?.playbooks.find(({ id }) => id === task.playbook)
  const fields = playbook ? fieldsIn(playbook.input) : []
  const given = Object.entries(task.input).filter(([, value]) => value !== '' && value !== null && value !== undefined)
  if (given.length === 0) return null
  const files = new Map(task.files.map((file) => [file.id, file]))
  return (
    <Part title={t('taskPage.input')}>
      <dl className="grid grid-cols-[minmax(0,12rem)_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm max-sm:grid-cols-1 max-sm:gap-y-0.5">
        {given.map(([name, value]) => {
          const field = fields.find((one) => one.name === name)
          const file = typeof value === 'string' ? files.get(value) : undefined
          return (
            <div key={name} className="contents">
              <dt className="text-muted">{field ? said(field.label) : labelOf(name)}</dt>
              <dd className="min-w-0 max-sm:mb-2">
                {file ? (
                  <a
                    href={`/api/files/${encodeURIComponent(file.id)}`}
                    download={file.name}
                    className="inline-flex max-w-full items-center gap-1.5 underline underline-offset-2"
                  >
                    <FileText aria-hidden className="size-4 shrink-0 text-muted" />
                    <bdi className="min-w-0 truncate" title={file.name}>
                      {file.name}
                    </bdi>
                  </a>
                ) : field?.kind === 'file' ? (
                  <span className="text-muted">{t('taskPage.fileGone')}</span>
                ) : field?.kind === 'choice' ? (
                  said(labelOf(String(value)))
                ) : (
                  <ReadableValue value={value} />
                )}
              </dd>
            </div>
          )
        })}
      </dl>
    </Part>
  )
}
