import { clsx } from 'clsx'
import {
  BookOpen,
  Brain,
  CalendarClock,
  FileCheck2,
  Footprints,
  History,
  KeyRound,
  ListTodo,
  type LucideIcon,
  MessagesSquare,
  ShieldCheck,
  Wallet,
} from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from '../../ui/field.tsx'

/** What it does, how it does it, what it may do: each with its parts, what is looked at most first. */
const groups = {
  work: { tasks: ListTodo, approvals: ShieldCheck, deliverables: FileCheck2, trace: Footprints, activity: History },
  way: { playbooks: BookOpen, schedule: CalendarClock, context: MessagesSquare, memory: Brain },
  limits: { access: KeyRound, budget: Wallet },
} as const satisfies Record<string, Record<string, LucideIcon>>

type Parts<G> = G extends Record<string, unknown> ? keyof G : never
export type SeatPart = Parts<(typeof groups)[keyof typeof groups]>

const shown = Object.entries(groups).map(([group, icons]) => ({
  group,
  parts: Object.entries(icons) as [SeatPart, LucideIcon][],
}))
export const seatParts = shown.flatMap(({ parts }) => parts.map(([part]) => part))

/** What is called here as it is elsewhere. */
const titles: Partial<Record<SeatPart, string>> = {
  approvals: 'approval.title',
  deliverables: 'deliverable.all',
  trace: 'trace.title',
}
/** The key of a part's title among the strings. */
export const titleKey = (part: SeatPart): string => titles[part] ?? `tabs.${part}`

interface SeatTabsProps {
  value: SeatPart
  onChoose: (part: SeatPart) => void
  /** The id of what the tabs change. */
  controls: string
  /** How much waits for the person in a part, as it is written; a dot where it is not counted. */
  marks: Partial<Record<SeatPart, string>>
  /** Beside the sidebar a list leaves the content too little room on a tablet: there it is the platform's own picker. */
  isNarrow: boolean
}

/** The parts of a seat's page. */
export function SeatTabs({ isNarrow, ...props }: SeatTabsProps) {
  return isNarrow ? <PartPicker {...props} /> : <PartList {...props} />
}

type ListProps = Omit<SeatTabsProps, 'isNarrow'>

function PartPicker({ value, onChoose, marks }: ListProps) {
  const { t } = useTranslation('seats')
  return (
    <Select
      label={t('tabs.label')}
      value={value}
      onChange={({ target }) => onChoose(target.value as SeatPart)}
      options={seatParts.map((part) => ({
        value: part,
        label: marks[part] ? `${t(titleKey(part))} (${marks[part]})` : t(titleKey(part)),
      }))}
      className="max-w-md"
    />
  )
}

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => (at === last ? 0 : at + 1),
  ArrowUp: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** The arrows move along the list. */
function PartList({ value, onChoose, controls, marks }: ListProps) {
  const { t } = useTranslation('seats')
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const to = steps[event.key]?.(seatParts.indexOf(value), seatParts.length - 1)
    const part = to === undefined ? undefined : seatParts[to]
    if (to === undefined || !part) return
    event.preventDefault()
    onChoose(part)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
  }
  return (
    <div
      ref={list}
      role="tablist"
      aria-orientation="vertical"
      aria-label={t('tabs.label')}
      onKeyDown={onKeyDown}
      className="sticky top-8 -ms-2 flex flex-col gap-4 self-start"
    >
      {shown.map(({ group, parts }) => (
        <div key={group} role="presentation" className="flex flex-col gap-0.5">
          <span aria-hidden className="px-2 pb-0.5 text-xs font-medium text-muted">
            {t(`tabs.groups.${group}`)}
          </span>
          {parts.map(([part, Icon]) => (
            <button
              key={part}
              type="button"
              role="tab"
              id={`${controls}-${part}`}
              aria-selected={part === value}
              aria-controls={controls}
              tabIndex={part === value ? 0 : -1}
              onClick={() => onChoose(part)}
              className={clsx(
                'flex min-h-8 items-center gap-2 rounded-md px-2 py-1.5 text-start text-sm touch:min-h-11',
                part === value ? 'bg-active font-medium' : 'text-muted hover:bg-hover hover:text-ink',
              )}
            >
              <Icon aria-hidden className="size-4 shrink-0" />
              <span className="min-w-0 flex-1 wrap-anywhere">{t(titleKey(part))}</span>
              {marks[part] && (
                <>
                  <span className="min-w-5 rounded-full bg-accent-soft px-1.5 text-center text-xs leading-5 font-medium text-accent-ink tabular-nums">
                    {marks[part]}
                  </span>
                  <span className="sr-only">{t('tabs.todo')}</span>
                </>
              )}
            </button>
          ))}
        </div>
      ))}
    </div>
  )
}
