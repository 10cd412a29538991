import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import type { TaskRow as Task } from '../records.ts'
import { useTexts } from './texts.ts'

const tones: Record<string, string> = { A: 'border-danger', B: 'border-warning-ink', C: 'border-info-ink' }

/** Whether the circle says the priority by its colour. */
export const isToned = (priority: string | null): boolean => tones[priority ?? ''] !== undefined

export function DoneCircle({ task, onToggle }: { task: Task; onToggle: () => void }) {
  const { t } = useTexts()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a checkbox that acts at once and looks like a circle
    <button
      type="button"
      role="checkbox"
      aria-checked={task.done}
      aria-label={t(task.done ? 'markOpen' : 'markDone', { title: task.title })}
      onClick={onToggle}
      className="grid size-9 min-h-9 shrink-0 place-items-center rounded-md touch:size-11"
    >
      <span
        className={clsx(
          'grid size-4.5 min-h-4.5 place-items-center rounded-full border-[1.5px]',
          task.done ? 'border-accent bg-accent text-on-accent' : (tones[task.priority ?? ''] ?? 'border-line-strong'),
        )}
      >
        <Check aria-hidden className={clsx('size-3', !task.done && 'opacity-0 group-hover:opacity-40')} />
      </span>
    </button>
  )
}
