import type { TaskDetails } from '@atrium/contract/workforce-work'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api, sentenceFor } from '../../platform/api.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { useDoing } from './use-doing.ts'
import { dropText, resultOf, useKeptText } from './use-kept-text.ts'

interface ResultFormProps {
  task: Pick<TaskDetails, 'id' | 'version' | 'result'>
  onDone?: () => void
  autoFocus?: boolean
  /** Other ways, beside the one to be done. */
  children?: ReactNode
}

/** A person's task is done, and what came of it. */
export function ResultForm({ task: { id, version, result: before }, onDone, autoFocus, children }: ResultFormProps) {
  const { t } = useTranslation('seats')
  const [result, setResult] = useKeptText(resultOf(id), before)
  const finish = useDoing({
    act: () =>
      api.patch(`/api/workforce/tasks/${encodeURIComponent(id)}`, { status: 'done', result: result.trim(), version }),
    done: () => t('taskPage.movedTo', { state: t('task.states.done') }),
    onDone: () => {
      dropText(resultOf(id))
      onDone?.()
    },
    tellFailure: false,
  })
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!finish.isPending) finish.mutate()
  }
  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
      }}
      className="flex flex-col gap-3"
    >
      <TextArea
        autoFocus={autoFocus}
        label={t('taskPage.resultField')}
        error={finish.error ? sentenceFor(finish.error) : undefined}
        maxLength={20_000}
        dir="auto"
        value={result}
        onChange={({ target }) => setResult(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" variant="primary" loading={finish.isPending}>
          {t('taskPage.markDone')}
        </Button>
        {children}
      </div>
    </form>
  )
}
