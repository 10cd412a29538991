import { Badge, Button, Dialog, ModelButton, ProposalList, readAction, TextArea, useAction } from '@atrium/web/kit'
import { useState } from 'react'
import type tasks from '../module.ts'
import type { ProposedTask } from '../proposals.ts'
import { dueLabel } from './due-label.ts'
import { MemoField } from './memo-field.tsx'
import { useTexts } from './texts.ts'

/** What the tasks are made of. */
type From = 'goal' | 'memo'

interface SplitDialogProps {
  from: From | null
  today: string
  onClose: () => void
}

/** A goal, or what was said in a recording, split into tasks by a model: the chosen ones are added in one change. */
export function SplitDialog({ from, today, onClose }: SplitDialogProps) {
  const { t } = useTexts()
  return (
    <Dialog
      open={from !== null}
      size="lg"
      onOpenChange={(next) => !next && onClose()}
      title={t(from === 'memo' ? 'memo.title' : 'split.title')}
      description={t(from === 'memo' ? 'memo.help' : 'split.help')}
    >
      {from && <Form from={from} today={today} onClose={onClose} />}
    </Dialog>
  )
}

function Form({ from, today, onClose }: { from: From; today: string; onClose: () => void }) {
  const { t, language } = useTexts()
  const [goal, setGoal] = useState('')
  const [proposed, setProposed] = useState<readonly ProposedTask[] | null>(null)
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  const add = useAction<typeof tasks, 'addMany'>('tasks', 'addMany', {
    done: ({ added }) => t('split.added', { count: added }),
  })
  const isMemo = from === 'memo'
  const propose = async (signal: AbortSignal, of = goal) => {
    const { tasks: found } = await readAction<typeof tasks, 'split'>('tasks', 'split', { goal: of, from }, signal)
    setProposed([...new Map(found.map((task) => [task.line, task])).values()])
    setWithout(new Set())
  }
  const chosen = proposed?.filter(({ line }) => !without.has(line)) ?? []
  return (
    <div className="flex flex-col gap-4">
      {isMemo && (
        <MemoField
          onText={async (text, signal) => {
            setGoal(text)
            await propose(signal, text)
          }}
        />
      )}
      <TextArea
        label={t(isMemo ? 'memo.said' : 'split.goal')}
        {...(isMemo && { help: t('memo.saidHelp') })}
        rows={4}
        value={goal}
        maxLength={10_000}
        placeholder={isMemo ? undefined : t('split.example')}
        onChange={({ target }) => setGoal(target.value)}
      />
      <div>
        <ModelButton label={t('split.ask')} disabled={goal.trim() === ''} run={(signal) => propose(signal)} />
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
