import {
  Button,
  type CalendarRange,
  type CalendarSteps,
  download,
  EmptyState,
  exportUrl,
  IconButton,
  ImportDialog,
  Menu,
  MenuContent,
  MenuItem,
  MenuSeparator,
  MenuTrigger,
  PageFrame,
  sentenceFor,
  Trash,
  useAction,
  useConfirm,
  useModuleQuery,
} from '@atrium/web/kit'
import { CalendarDays, Ellipsis, FileDown, FileUp, Megaphone, Plus, Printer, Rss, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type calendar from './module.ts'
import type { Occurrence } from './module.ts'
import { useAddress } from './web/address.ts'
import { CalendarView } from './web/calendar-view.tsx'
import { ChannelsSheet } from './web/channels-sheet.tsx'
import { newDraft } from './web/draft.ts'
import { type Edited, Editor } from './web/editor.tsx'
import { FeedDialog } from './web/feed-dialog.tsx'
import { useScope } from './web/scope-question.tsx'
import { useTexts } from './web/texts.ts'
import { Toolbar } from './web/toolbar.tsx'

const ID = 'content-calendar'
type Panel = 'import' | 'channels' | 'feed' | 'trash'

export default function ContentCalendarPage() {
  const { t } = useTexts()
  const { address, go } = useAddress()
  const [panel, setPanel] = useState<Panel | null>(null)
  const [range, setRange] = useState<CalendarRange | null>(null)
  const [making, setMaking] = useState<Edited | null>(null)
  const steps = useRef<CalendarSteps>(null)
  const scope = useScope()
  const confirm = useConfirm()
  const overview = useModuleQuery<typeof calendar, 'overview'>(ID, 'overview', {})
  const ownZone = overview.data?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const zone = address.zone ?? ownZone
  const listed = useModuleQuery<typeof calendar, 'occurrences'>(
    ID,
    'occurrences',
    range ? { from: range.from, to: range.to, zone } : undefined,
  )
  const opened = useModuleQuery<typeof calendar, 'get'>(
    ID,
    'get',
    address.open ? { id: address.open, occurrence: address.at } : undefined,
  )
  const move = useAction<typeof calendar, 'move'>(ID, 'move', { done: t('movedTo') })
  const sample = useAction<typeof calendar, 'sample'>(ID, 'sample', {
    done: ({ added }) => t('sampleAdded', { count: added }),
  })
  const channels = overview.data?.channels ?? []
  const isNew = overview.data?.total === 0
  // What was there stays while the next days are on their way.
  const last = useRef<readonly Occurrence[]>([])
  if (listed.data) last.current = listed.data.occurrences
  const occurrences = last.current.filter(
    ({ kind, channels: on }) =>
      (address.kind === 'all' || kind === address.kind) && (!address.channel || on.includes(address.channel)),
  )

  const startNew = (
    kind: 'event' | 'post',
    start = address.day ?? new Date().toISOString().slice(0, 10),
    minutes: number | null = null,
  ) => setMaking({ draft: newDraft(kind, start, minutes, zone) })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const typing =
      event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [role=dialog], [role=menu]')
    if (typing || event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return
    const acts: Record<string, () => void> = {
      n: () => startNew('event'),
      p: () => startNew('post'),
      t: () => steps.current?.today(),
      m: () => go({ view: 'month' }),
      w: () => go({ view: 'week' }),
      l: () => go({ view: 'list' }),
      '[': () => steps.current?.previous(),
      ']': () => steps.current?.next(),
    }
    if (!acts[event.key]) return
    event.preventDefault()
    acts[event.key]?.()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])

  const onMove = async (one: Occurrence, to: { start: string; minutes?: number }, revert: () => void) => {
    const meant = one.repeats ? await scope.ask('change') : undefined
    if (meant === null) return revert()
    move.mutate(
      { id: one.id, occurrence: one.occurrence, zone, ...to, ...(meant && { scope: meant }) },
      { onError: revert },
    )
  }
  const closeEditor = () => {
    setMaking(null)
    go({ open: null, at: null })
  }
  const edited: Edited | null =
    making ??
    (address.open && opened.data
      ? {
          event: opened.data.event,
          rrule: opened.data.rrule,
          occurrence: opened.data.repeats ? (opened.data.event.occurrence ?? address.at) : null,
        }
      : null)
  const error = overview.error ?? listed.error ?? (address.open ? opened.error : null)

  return (
    <PageFrame
      title={t('title')}
      text={t('text')}
      width="wide"
      actions={
        <>
          <PageMenu onPanel={setPanel} />
          <Button onClick={() => startNew('post')} icon={<Megaphone aria-hidden className="size-4" />}>
            {t('newPost')}
          </Button>
          <Button variant="primary" onClick={() => startNew('event')} icon={<Plus aria-hidden className="size-4" />}>
            {t('newEvent')}
          </Button>
        </>
      }
      toolbar={
        <Toolbar
          title={range?.title ?? ''}
          address={address}
          zone={zone}
          ownZone={ownZone}
          channels={channels}
          steps={() => steps.current}
          onAddress={go}
        />
      }
    >
      {error && <EmptyState title={sentenceFor(error)} />}
      {isNew && (
        <EmptyState
          icon={<CalendarDays aria-hidden />}
          title={t('empty.title')}
          text={t('empty.text')}
          className="!py-6"
          action={
            <>
              <Button loading={sample.isPending} onClick={() => sample.mutate({})}>
                {t('sample')}
              </Button>
              <Button onClick={() => setPanel('import')}>{t('import')}</Button>
            </>
          }
        />
      )}
      {overview.data && (
        <Waiting review={overview.data.review} late={overview.data.late} onOpen={(open) => go({ open, at: null })} />
      )}
      <CalendarView
        view={address.view}
        day={address.day}
        zone={zone}
        occurrences={occurrences}
        steps={steps}
        onRange={(next, day) => {
          setRange(next)
          if (address.day !== day) go({ day }, { replace: true })
        }}
        onOpen={({ id, occurrence }) => go({ open: id, at: occurrence })}
        onNew={(start, minutes) => startNew('event', start, minutes)}
        onMove={(...moved) => void onMove(...moved)}
      />
      {edited && (
        <Editor
          key={edited.event ? `${edited.event.id} ${address.at} ${edited.event.version}` : 'new'}
          edited={edited}
          zone={zone}
          channels={channels}
          onChannels={() => setPanel('channels')}
          mayDiscard={() =>
            confirm({ title: t('discard.title'), text: t('discard.text'), confirm: t('discard.confirm'), danger: true })
          }
          onClose={closeEditor}
        />
      )}
      {scope.question}
      <ChannelsSheet
        channels={channels}
        zone={ownZone}
        open={panel === 'channels'}
        onOpenChange={() => setPanel(null)}
      />
      <FeedDialog feeds={overview.data?.feeds ?? []} open={panel === 'feed'} onOpenChange={() => setPanel(null)} />
      <ImportDialog module={ID} open={panel === 'import'} onOpenChange={() => setPanel(null)} />
      <Trash
        module={ID}
        collections={{ events: t('trash.events'), channels: t('trash.channels') }}
        open={panel === 'trash'}
        onOpenChange={() => setPanel(null)}
      />
    </PageFrame>
  )
}

interface WaitingProps {
  review: readonly { id: string; title: string }[]
  late: number
  onOpen: (id: string) => void
}

/** What somebody has to decide, and what should be out by now. */
function Waiting({ review, late, onOpen }: WaitingProps) {
  const { t } = useTexts()
  if (review.length === 0 && late === 0) return null
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-ink">
      {late > 0 && <bdi className="font-medium">{t('late', { count: late })}</bdi>}
      {review.length > 0 && <bdi>{t('reviewing', { count: review.length })}</bdi>}
      {review.slice(0, 3).map(({ id, title }) => (
        <Button key={id} size="sm" className="max-w-60" onClick={() => onOpen(id)}>
          <span dir="auto" className="truncate">
            {title}
          </span>
        </Button>
      ))}
    </div>
  )
}

function PageMenu({ onPanel }: { onPanel: (panel: Panel) => void }) {
  const { t } = useTexts()
  return (
    <Menu>
      <MenuTrigger>
        <IconButton label={t('moreActions')} icon={<Ellipsis />} className="print:hidden" />
      </MenuTrigger>
      <MenuContent align="end">
        <MenuItem icon={<Megaphone />} onSelect={() => onPanel('channels')}>
          {t('channels.title')}
        </MenuItem>
        <MenuItem icon={<FileUp />} onSelect={() => onPanel('import')}>
          {t('import')}
        </MenuItem>
        <MenuItem icon={<Rss />} onSelect={() => onPanel('feed')}>
          {t('feed.title')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<FileDown />} onSelect={() => download(exportUrl(ID, 'ics'))}>
          {t('export.ics')}
        </MenuItem>
        <MenuItem icon={<FileDown />} onSelect={() => download(exportUrl(ID, 'csv'))}>
          {t('export.csv')}
        </MenuItem>
        <MenuItem icon={<Printer />} onSelect={() => print()}>
          {t('print')}
        </MenuItem>
        <MenuItem icon={<Trash2 />} onSelect={() => onPanel('trash')}>
          {t('trash.title')}
        </MenuItem>
      </MenuContent>
    </Menu>
  )
}
