import { Badge, Button, Dialog, ModelButton, ProposalList, readAction, TextArea, useAction } from '@atrium/web/kit'
import { useState } from 'react'
import type tasks from '../module.ts'
import type { ProposedTask } from '../proposals.ts'
import { dueLabel } from './due-label.ts'
import { useTexts } from './texts.ts'

/** A goal, split into tasks by a model: the chosen ones are added in one change. */
export function SplitDialog({ open, today, onClose }: { open: boolean; today: string; onClose: () => void }) {
  const { t } = useTexts()
  return (
    <Dialog
      open={open}
      size="lg"
      onOpenChange={(next) => !next && onClose()}
      title={t('split.title')}
      description={t('split.help')}
    >
      <Form today={today} onClose={onClose} />
    </Dialog>
  )
}

function Form({ today, onClose }: { today: string; onClose: () => void }) {
  const { t, language } = useTexts()
  const [goal, setGoal] = useState('')
  const [proposed, setProposed] = useState<readonly ProposedTask[] | null>(null)
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  const add = useAction<typeof tasks, 'addMany'>('tasks', 'addMany', {
    done: ({ added }) => t('split.added', { count: added }),
  })
  const propose = async (signal: AbortSignal) => {
    const { tasks: found } = await readAction<typeof tasks, 'split'>('tasks', 'split', { goal }, signal)
    setProposed([...new Map(found.map((task) => [task.line, task])).values()])
    setWithout(new Set())
  }
  const chosen = proposed?.filter(({ line }) => !without.has(line)) ?? []
  return (
    <div className="flex flex-col gap-4">
      <TextArea
        label={t('split.goal')}
        rows={4}
        value={goal}
        maxLength={10_000}
        placeholder={t('split.example')}
        onChange={({ target }) => setGoal(target.value)}
      />
      <div>
        <ModelButton label={t('split.ask')} disabled={goal.trim() === ''} run={propose} />
      </div>
      {proposed?.length === 0 && <p className="text-sm text-muted">{t('split.nothing')}</p>}
      {proposed && proposed.length > 0 && (
        <ProposalList
          label={t('split.proposed')}
          items={proposed}
          keyOf={({ line }) => line}
          nameOf={({ title }) => t('split.take', { title })}
          without={without}
          onWithout={setWithout}
        >
          {({ title, due, again, unsupported }) => (
            <div className="flex flex-col gap-1" dir="auto">
              <span>{title}</span>
              <span className="flex flex-wrap gap-2 text-xs text-muted">
                {due && <Badge>{dueLabel(due, today, language)}</Badge>}
                {again && <Badge>{again}</Badge>}
                {unsupported.length > 0 && t('split.unsupported', { words: unsupported.join(', ') })}
              </span>
            </div>
          )}
        </ProposalList>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('split.cancel')}</Button>
        <Button
          variant="primary"
          disabled={chosen.length === 0}
          loading={add.isPending}
          onClick={() => add.mutate({ lines: chosen.map(({ line }) => line) }, { onSuccess: onClose })}
        >
          {t('split.add', { count: chosen.length })}
        </Button>
      </div>
    </div>
  )
}
