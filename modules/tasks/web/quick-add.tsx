import { Badge, Button, controlClass, toast, useAction, useModuleQuery } from '@atrium/web/kit'
import { CalendarDays, Flag, Folder, MapPin, Plus, Repeat } from 'lucide-react'
import { type FormEvent, type RefObject, useState } from 'react'
import type tasks from '../module.ts'
import type { View } from '../readings.ts'
import type { TaskRow } from '../records.ts'
import { filterFor } from '../task-tags.ts'
import { viewOf } from '../views.ts'
import { dueLabel } from './due-label.ts'
import { useTexts } from './texts.ts'
import type { ShownProject } from './use-projects.ts'
import { useRested } from './use-rested.ts'

const PAUSE = 180 // ms without a key before the sentence is read

interface QuickAddProps {
  field: RefObject<HTMLInputElement | null>
  view: View
  today: string
  project: ShownProject | undefined
  context: string | undefined
  onAdded: (task: TaskRow) => void
}

/** One line that takes a task as people say it, and shows what it understood. */
export function QuickAdd({ field, view, today, project, context, onAdded }: QuickAddProps) {
  const { t } = useTexts()
  const [text, setText] = useState('')
  const add = useAction<typeof tasks, 'add'>('tasks', 'add')

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!text.trim() || add.isPending) return
    add.mutate(
      { title: text, ...filterFor(text, { projectId: project?.id, context }) },
      {
        onSuccess: ({ output }) => {
          setText('')
          const place = viewOf(output, today)
          if (project && output.projectId !== project.id) toast({ title: t('addedTo', { view: `#${output.project}` }) })
          else if (!project && view !== 'anytime' && place !== view)
            toast({ title: t('addedTo', { view: t(`views.${place}`) }) })
          onAdded(output)
        },
      },
    )
  }

  return (
    <form onSubmit={submit} className="mb-5" data-print="hide">
      <div className="flex gap-2">
        <input
          ref={field}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && (text ? setText('') : event.currentTarget.blur())}
          aria-label={t('addLabel')}
          aria-describedby="tasks-add-help"
          aria-keyshortcuts="n"
          placeholder={t('addPlaceholder')}
          maxLength={1000}
          enterKeyHint="done"
          autoComplete="off"
          className={`${controlClass} h-11 px-3`}
        />
        <Button
          type="submit"
          variant="primary"
          className="h-11"
          icon={<Plus aria-hidden className="size-4" />}
          loading={add.isPending}
        >
          <span className="max-sm:sr-only">{t('add')}</span>
        </Button>
      </div>
      <div id="tasks-add-help" className="mt-1.5 flex min-h-6 flex-wrap items-center gap-1.5 text-xs text-muted">
        <Understood text={text} today={today} />
      </div>
    </form>
  )
}

function Understood({ text, today }: { text: string; today: string }) {
  const { t, language } = useTexts()
  const rested = useRested(text.trim(), PAUSE)
  const { data } = useModuleQuery<typeof tasks, 'understand'>(
    'tasks',
    'understand',
    rested ? { title: rested } : undefined,
  )
  if (!text.trim()) return <span>{t('addHelp')}</span>
  if (!data || data.parts.length === 0) return <span className="truncate">{data?.title}</span>
  return (
    <>
      <span className="max-w-full truncate text-ink">{data.title}</span>
      {data.due && (
        <Badge tone="accent" icon={<CalendarDays aria-hidden />}>
          {dueLabel(data.due, today, language)}
        </Badge>
      )}
      {data.again && (
        <Badge tone="accent" icon={<Repeat aria-hidden />}>
          {data.again}
        </Badge>
      )}
      {data.priority && (
        <Badge tone="warning" icon={<Flag aria-hidden />}>
          {data.priority}
        </Badge>
      )}
      {data.project && <Badge icon={<Folder aria-hidden />}>{data.project}</Badge>}
      {data.contexts.map((name) => (
        <Badge key={name} icon={<MapPin aria-hidden />}>
          {name}
        </Badge>
      ))}
    </>
  )
}
