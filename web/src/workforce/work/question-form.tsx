import type { OpenQuestion, Task } from '@atrium/contract/workforce-work'
import { MessageCircleQuestion } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api, sentenceFor } from '../../platform/api.ts'
import { Button } from '../../ui/button.tsx'
import { useHeirFocus } from './heir-focus.ts'
import { QuestionFields } from './question-fields.tsx'
import { taskPage } from './task-line.tsx'
import { useDoing } from './use-doing.ts'

interface QuestionFormProps {
  task: Pick<Task, 'id' | 'title' | 'seat'>
  question: OpenQuestion
  /** On the task's own page it is not named again. */
  withoutTask?: boolean
}

/** What a seat asks before it goes on. */
export function QuestionForm({ task, question, withoutTask = false }: QuestionFormProps) {
  const { t } = useTranslation('seats')
  const id = useId()
  const card = useRef<HTMLElement>(null)
  useHeirFocus(card)
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const { runId, seq, questions } = question
  const send = useDoing({
    act: () => api.post(`/api/workforce/tasks/${encodeURIComponent(task.id)}/answer`, { runId, seq, answers }),
    done: () => t('question.sent'),
    tellFailure: false,
  })
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    if (!send.isPending) send.mutate()
  }
  return (
    <article
      ref={card}
      data-work-card
      tabIndex={-1}
      aria-labelledby={id}
      className="min-w-0 rounded-lg border border-line bg-popover text-sm"
    >
      <header className="flex items-start gap-3 px-4 pt-3.5">
        <MessageCircleQuestion aria-hidden className="mt-0.5 size-5 shrink-0 text-warning-ink" />
        <div className="min-w-0">
          <h3 id={id} className="text-base wrap-anywhere">
            {t('question.asks', { name: task.seat?.name ?? t('next.somebody') })}
          </h3>
          {!withoutTask && (
            <Link to={taskPage(task.id)} className="text-muted underline-offset-2 hover:text-ink hover:underline">
              <bdi>{task.title}</bdi>
            </Link>
          )}
        </div>
      </header>
      <form
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
        }}
        className="flex flex-col gap-4 px-4 pt-3 pb-4"
      >
        <QuestionFields questions={questions} answers={answers} onChange={setAnswers} />
        {send.error && (
          <p role="alert" className="text-danger-ink">
            {sentenceFor(send.error)}
          </p>
        )}
        <div>
          <Button type="submit" size="sm" variant="primary" loading={send.isPending}>
            {t('question.send')}
          </Button>
        </div>
      </form>
    </article>
  )
}
