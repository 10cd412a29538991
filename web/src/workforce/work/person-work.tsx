import type { TaskDetails } from '@atrium/contract/workforce-work'
import { UserCheck } from 'lucide-react'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { api } from '../../platform/api.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { givenPage } from './given-tasks.tsx'
import { useHeirFocus } from './heir-focus.ts'
import { ResultForm } from './result-form.tsx'
import { useDoing } from './use-doing.ts'
import { dropText, resultOf } from './use-kept-text.ts'

/** For whoever does a task themselves: it is done, with what came of it; what another person gave can be given back. */
export function PersonWork({ task }: { task: TaskDetails }) {
  const { t } = useTranslation('seats')
  const id = useId()
  const card = useRef<HTMLElement>(null)
  useHeirFocus(card)
  return (
    <article
      ref={card}
      data-work-card
      tabIndex={-1}
      aria-labelledby={id}
      className="flex gap-3 rounded-lg border border-line bg-popover px-4 py-3.5 text-sm"
    >
      <UserCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <h3 id={id} className="text-base wrap-anywhere">
          {task.giver ? t('taskPage.yoursFrom', { name: task.giver.name }) : t('taskPage.yours')}
        </h3>
        <ResultForm task={task}>{task.giver && <GiveBack task={task} giver={task.giver} />}</ResultForm>
      </div>
    </article>
  )
}

interface GiveBackProps {
  task: TaskDetails
  giver: NonNullable<TaskDetails['giver']>
}

function GiveBack({ task: { id, title, version }, giver: { name } }: GiveBackProps) {
  const { t } = useTranslation('seats')
  const confirm = useConfirm()
  const navigate = useNavigate()
  const give = useDoing({
    act: () => api.patch(`/api/workforce/tasks/${encodeURIComponent(id)}`, { userId: null, version }),
    done: () => t('taskPage.gaveBack', { name }),
    // The page is no longer theirs to see.
    onDone: () => {
      dropText(resultOf(id))
      void navigate(givenPage, { replace: true })
    },
  })
  const ask = async () => {
    const question = {
      title: t('taskPage.giveBackTitle', { title }),
      text: t('taskPage.giveBackText', { name }),
      confirm: t('taskPage.giveBack'),
      cancel: t('taskPage.keep'),
    }
    if (await confirm(question)) give.mutate()
  }
  return (
    <Button size="sm" loading={give.isPending} onClick={() => void ask()}>
      {t('taskPage.giveBack')}
    </Button>
  )
}
