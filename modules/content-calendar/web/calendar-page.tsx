import { dayAt } from '@atrium/domain/dates/local-time'
import {
  Button,
  type CalendarRange,
  type CalendarSteps,
  EmptyState,
  ImportDialog,
  PageFrame,
  Sheet,
  sentenceFor,
  Trash,
  useAction,
  useConfirm,
  useMedia,
  useModuleQuery,
  useSession,
  useSharedAs,
} from '@atrium/web/kit'
import { CalendarDays, Megaphone, Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CalendarView as OneCalendar } from '../calendars.ts'
import type { Occurrence } from '../event.ts'
import type calendar from '../module.ts'
import { useAddress } from './address.ts'
import { CalendarDialog, SubscribeDialog } from './calendar-dialog.tsx'
import { CalendarView } from './calendar-view.tsx'
import { CalendarsPanel, useShown } from './calendars-panel.tsx'
import { ChannelsSheet } from './channels-sheet.tsx'
import { newDraft } from './draft.ts'
import { DuePost } from './due-post.tsx'
import { type Edited, Editor } from './editor.tsx'
import { FeedDialog } from './feed-dialog.tsx'
import { ForeignDialog } from './foreign-dialog.tsx'
import { Into } from './into.tsx'
import { PageMenu, type Panel } from './page-menu.tsx'
import { useScope } from './scope-question.tsx'
import { useTexts } from './texts.ts'
import { Toolbar } from './toolbar.tsx'
import { Waiting } from './waiting.tsx'

const ID = 'content-calendar'
/** Where the list of calendars has a place beside the days. */
const WIDE = '(min-width: 75rem)'

/** The calendars by month, by week or as a list, and what waits in them. */
export function CalendarPage() {
  const { t } = useTexts()
  const { address, go } = useAddress()
  const [panel, setPanel] = useState<Panel | null>(null)
  const [range, setRange] = useState<CalendarRange | null>(null)
  const [making, setMaking] = useState<Edited | null>(null)
  const [editing, setEditing] = useState<OneCalendar | 'new' | null>(null)
  const [foreign, setForeign] = useState<Occurrence | null>(null)
  /** Which calendar a secret address is to show, and where an import goes: empty for all, and for the default one. */
  const [feedOf, setFeedOf] = useState('')
  const [into, setInto] = useState('')
  const isWide = useMedia(WIDE)
  const steps = useRef<CalendarSteps>(null)
  const scope = useScope()
  const confirm = useConfirm()
  const sharedAs = useSharedAs()
  const { isMember } = useSession()
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
  const calendars = overview.data?.calendars ?? []
  const shown = useShown(calendars)
  const isNew = sharedAs === null && overview.data?.total === 0 && calendars.length < 2
  // What was there stays while the next days are on their way.
  const last = useRef<readonly Occurrence[]>([])
  if (listed.data) last.current = listed.data.occurrences
  const occurrences = last.current.filter(
    ({ kind, channels: on, calendar: named }) =>
      shown.isSeen(named) &&
      (address.kind === 'all' || kind === address.kind) &&
      (!address.channel || on.includes(address.channel)),
  )

  const startNew = (
    kind: 'event' | 'post',
    start = address.day ?? dayAt(new Date(), zone),
    minutes: number | null = null,
  ) => {
    const { id, zone: own } = calendars.find(({ isDefault }) => isDefault) ?? {}
    setMaking({ draft: newDraft(kind, start, minutes, own ?? zone, id) })
  }
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
    go({ open: null, at: null, due: null })
  }
  const edited: Edited | null =
    making ??
    (address.open && opened.data
      ? {
          event: opened.data.event,
          rrule: opened.data.rrule,
          series: opened.data.series,
          isUntold: opened.data.isUntold,
          occurrence: opened.data.repeats ? (opened.data.event.occurrence ?? address.at) : null,
        }
      : null)
  const due = edited?.event && address.isDue && edited.event.kind === 'post' ? edited : null
  const list = (
    <CalendarsPanel
      calendars={calendars}
      shown={shown}
      onEdit={(one) => setEditing(one ?? 'new')}
      onSubscribe={() => setPanel('subscribe')}
      onFeed={(id) => {
        setFeedOf(id)
        setPanel('feed')
      }}
    />
  )
  const error = overview.error ?? listed.error ?? (address.open ? opened.error : null)

  return (
    <PageFrame
      title={t('title')}
      text={t('text')}
      width="wide"
      fills={address.view !== 'list'}
      actions={
        <>
          <PageMenu onPanel={setPanel} />
          {sharedAs !== 'viewer' && (
            <>
              <Button onClick={() => startNew('post')} icon={<Megaphone aria-hidden className="size-4" />}>
                {t('newPost')}
              </Button>
              <Button
                variant="primary"
                onClick={() => startNew('event')}
                icon={<Plus aria-hidden className="size-4" />}
              >
                {t('newEvent')}
              </Button>
            </>
          )}
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
          onCalendars={isWide || sharedAs !== null ? null : () => setPanel('calendars')}
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
        <Waiting
          review={overview.data.review}
          late={overview.data.late}
          due={overview.data.due}
          onOpen={(open) => go({ open, at: null })}
          onDue={(open) => go({ open, at: null, due: '1' })}
        />
      )}
      <div className="flex min-h-0 flex-1 gap-6">
        {isWide && sharedAs === null && (
          <aside aria-label={t('calendars.title')} className="w-52 shrink-0 overflow-y-auto" data-print="hide">
            {list}
          </aside>
        )}
        <CalendarView
          view={address.view}
          day={address.day}
          zone={zone}
          occurrences={occurrences}
          calendars={calendars}
          steps={steps}
          onRange={(next, day) => {
            setRange(next)
            if (address.day !== day) go({ day }, { replace: true })
          }}
          onOpen={(one) => (one.isForeign ? setForeign(one) : go({ open: one.id, at: one.occurrence }))}
          onNew={(start, minutes) => startNew('event', start, minutes)}
          onMove={(...moved) => void onMove(...moved)}
        />
      </div>
      {due?.event && (
        <DuePost
          post={due.event}
          occurrence={due.occurrence}
          channels={channels.filter(({ id }) => due.event.channels.includes(id))}
          onEdit={() => go({ due: null })}
          onClose={closeEditor}
        />
      )}
      {edited && !due && (
        <Editor
          key={edited.event ? `${edited.event.id} ${address.at} ${edited.event.version}` : 'new'}
          edited={edited}
          zone={zone}
          channels={channels}
          calendars={calendars}
          canMail={overview.data?.canMail ?? false}
          canInvite={isMember && sharedAs === null}
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
      <FeedDialog
        feeds={overview.data?.feeds ?? []}
        calendars={calendars}
        first={feedOf}
        open={panel === 'feed'}
        onOpenChange={() => {
          setPanel(null)
          setFeedOf('')
        }}
      />
      <ImportDialog
        module={ID}
        open={panel === 'import'}
        onOpenChange={() => setPanel(null)}
        options={() => <Into calendars={calendars} value={into} onChange={setInto} />}
        optionValues={into ? { calendar: into } : {}}
      />
      {!isWide && (
        <Sheet
          open={panel === 'calendars'}
          onOpenChange={() => setPanel(null)}
          title={t('calendars.title')}
          side="right"
        >
          {list}
        </Sheet>
      )}
      {panel === 'subscribe' && <SubscribeDialog onClose={() => setPanel(null)} />}
      {editing !== null && (
        <CalendarDialog
          edited={editing === 'new' ? null : editing}
          ownZone={ownZone}
          onClose={() => setEditing(null)}
        />
      )}
      {foreign && <ForeignDialog occurrence={foreign} calendars={calendars} onClose={() => setForeign(null)} />}
      <Trash
        module={ID}
        collections={{
          events: t('trash.events'),
          calendars: t('calendars.title'),
          channels: t('trash.channels'),
        }}
        open={panel === 'trash'}
        onOpenChange={() => setPanel(null)}
      />
    </PageFrame>
  )
}
