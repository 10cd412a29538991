import { addMinutes, isWholeDay, minutesBetween } from '@atrium/domain/dates/local-time'
import { Button, Comments, Dialog, FileField, Select, Switch, TextArea, TextField, useAction } from '@atrium/web/kit'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { ATTACHMENTS } from '../attachments.ts'
import type { CalendarView } from '../calendars.ts'
import type { ChannelRow } from '../channels.ts'
import type { EventRow } from '../event.ts'
import type calendar from '../module.ts'
import type { Scope } from '../module.ts'
import { repeatOf } from '../repeat.ts'
import { AltTexts } from './alt-texts.tsx'
import { CopyPost } from './copy-post.tsx'
import { changeBetween, type Draft, draftOf, saidBy } from './draft.ts'
import { DrawPicture } from './draw-picture.tsx'
import { GuestList, GuestsField } from './guests-field.tsx'
import { Invited } from './invited.tsx'
import { PostFields } from './post-fields.tsx'
import { PostSteps } from './post-steps.tsx'
import { RepeatFields } from './repeat-fields.tsx'
import { useScope } from './scope-question.tsx'
import { useTexts } from './texts.ts'
import { useGuests } from './use-guests.ts'
import { useInvitations } from './use-invitations.tsx'
import { zoneOptions } from './zones.ts'

/** What is edited: something new, or an event with the occurrence of it that was opened. */
export type Edited =
  | { draft: Draft; event?: undefined }
  | {
      draft?: undefined
      event: EventRow
      rrule: string | null
      occurrence: string | null
      /** Where its guests are kept. */
      series: { id: string; start: string }
      isUntold: boolean
    }

interface EditorProps {
  edited: Edited
  zone: string
  channels: readonly ChannelRow[]
  calendars: readonly CalendarView[]
  /** Whether invitations go out by mail; else they are files. */
  canMail: boolean
  /** Whether it is the person's own to invite to: of what was shared with them, it is not. */
  canInvite: boolean
  onChannels: () => void
  /** Asked before what was typed is lost. */
  mayDiscard: () => Promise<boolean>
  onClose: () => void
}

/** An event or a post, new or as it is. Ctrl/Cmd+Enter saves; what is not saved is asked about. */
export function Editor(props: EditorProps) {
  const { edited, zone, channels, calendars, canMail, onChannels, mayDiscard, onClose } = props
  const { t } = useTexts()
  const scope = useScope()
  const [first] = useState(() => edited.draft ?? draftOf(edited.event, edited.rrule))
  const [draft, setDraft] = useState(first)
  const [error, setError] = useState('')
  const [unsent, setUnsent] = useState('')
  /** Files are on their way. */
  const [isSending, setIsSending] = useState(false)
  const [isDrawing, setIsDrawing] = useState(false)
  const add = useAction<typeof calendar, 'add'>('content-calendar', 'add', { done: t('added') })
  const change = useAction<typeof calendar, 'change'>('content-calendar', 'change', { done: t('saved') })
  const setGuests = useAction<typeof calendar, 'setGuests'>('content-calendar', 'setGuests')
  const remove = useAction<typeof calendar, 'remove'>('content-calendar', 'remove', { done: t('removed') })
  const { event } = edited
  const known = event?.guests
  const guests = useGuests(known)
  const invitations = useInvitations(canMail)
  const occurrence = edited.event ? edited.occurrence : null
  const isPost = draft.kind === 'post'
  const own = calendars.filter(({ feed }) => !feed)
  const changes = changeBetween(first, draft)
  const isChanged = Object.keys(changes).length > 0
  const isInviting = !isPost && props.canInvite && !known?.organizer
  /** Of what else is to be lost. */
  const isUnsaved = isChanged || (isInviting && guests.isChanged())
  const isBusy = add.isPending || change.isPending || remove.isPending

  const set = (more: Partial<Draft>) => {
    setError('')
    setDraft((now) => {
      const next = { ...now, ...more }
      // The end goes with the start.
      if (more.day !== undefined || more.time !== undefined) {
        const length = minutesBetween(`${now.day}T${now.time}`, `${now.endDay}T${now.endTime}`)
        if (next.day && next.time && Number.isFinite(length)) {
          const end = addMinutes(`${next.day}T${next.time.slice(0, 5)}`, Math.max(0, length))
          next.endDay = end.slice(0, 10)
          next.endTime = end.slice(11)
        }
        if (next.day && now.day !== next.day && first.repeat.every === 'never') {
          const { days } = repeatOf(null, next.day, next.zone)
          if (next.repeat.every !== 'week') next.repeat = { ...next.repeat, days }
        }
      }
      return next
    })
  }
  const close = async () => {
    if (!isUnsaved || (await mayDiscard())) onClose()
  }
  const submit = async (submitted?: FormEvent) => {
    submitted?.preventDefault()
    if (isBusy) return
    if (isSending || isDrawing) return setUnsent(t('form.sending'))
    const said = saidBy(draft)
    if (said.title === '') return setError(t('form.titleMissing'))
    if (said.minutes < 0) return setError(t('form.endBefore'))
    const invited = isInviting ? guests.taken() : guests.list
    if (!invited) return
    const isOther = isInviting && guests.isChanged(invited)
    if (event && !isChanged && !isOther) return onClose()
    let meant: Scope | undefined
    if (event && isChanged && occurrence !== null) {
      // How it repeats is not a matter of one occurrence.
      const chosen = await scope.ask('change')
      if (!chosen) return
      meant = chosen === 'this' && changes.rrule !== undefined ? 'following' : chosen
    }
    const hasSomebody = invited.length > 0 || (known?.sent?.to.length ?? 0) > 0
    const telling = isInviting && hasSomebody ? await invitations.ask('invite') : 'none'
    if (telling === null) return
    const save = async (): Promise<string> => {
      if (!event) return (await add.mutateAsync(said)).output.id
      if (!isChanged) return edited.series.id
      const which = { id: event.id, version: event.version, occurrence, ...(meant && { scope: meant }) }
      const { output } = await change.mutateAsync({ ...which, change: changes })
      // What follows may be a series of its own from now on.
      return meant === 'following' && output.event ? output.event.id : edited.series.id
    }
    try {
      const id = await save()
      // What is shown is renewed first, which makes this editor anew with the version that is new: it is closed all the same.
      onClose()
      if (isOther) await setGuests.mutateAsync({ id, attendees: [...invited] })
      if (telling === 'mail') await invitations.invite(id)
      if (telling === 'file') await invitations.hand(id, 'REQUEST')
    } catch {
      // a refusal has been told
    }
  }
  const discard = async () => {
    if (!event) return
    const meant = occurrence === null ? undefined : await scope.ask('remove')
    if (meant === null) return
    const { id: series, start } = edited.series
    const isWhole = meant !== 'this' && (meant !== 'following' || (occurrence ?? '') <= start)
    const isTold = isInviting && (known?.sent?.to.length ?? 0) > 0
    const telling = isTold && event.status !== 'cancelled' ? await invitations.ask('end') : 'none'
    if (telling === null) return
    if (isWhole && telling === 'mail' && !(await invitations.callOff(series))) return
    if (isWhole && telling === 'file' && !(await invitations.hand(series, 'CANCEL'))) return
    const which = { id: event.id, occurrence, ...(meant && { scope: meant }) }
    try {
      // Who has told everybody has made it another version.
      await remove.mutateAsync(telling === 'none' ? { ...which, version: event.version } : which)
      onClose()
      if (!isWhole && telling === 'mail') await invitations.invite(series)
      if (!isWhole && telling === 'file') await invitations.hand(series, 'REQUEST')
    } catch {
      // a refusal has been told
    }
  }
  const sendNow = async () => {
    if (!event) return
    await (canMail ? invitations.invite(edited.series.id) : invitations.hand(edited.series.id, 'REQUEST'))
  }
  const onKey = (pressed: KeyboardEvent) => {
    if (pressed.nativeEvent.isComposing || pressed.key !== 'Enter' || !(pressed.metaKey || pressed.ctrlKey)) return
    pressed.preventDefault()
    void submit()
  }
  const field = (name: 'title' | 'day' | 'time' | 'endDay' | 'endTime' | 'place' | 'notes' | 'link' | 'tags') => ({
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  })

  const files = (
    <FileField
      place={{ module: 'content-calendar', collection: 'events', field: 'files' }}
      label={t('form.files')}
      limits={ATTACHMENTS}
      value={draft.files}
      onChange={(next) => set({ files: next })}
      onBusy={(busy) => {
        setIsSending(busy)
        if (!busy) setUnsent('')
      }}
      error={unsent || undefined}
    />
  )

  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(next) => !next && void close()}
      title={t(event ? `edit.${draft.kind}` : `new.${draft.kind}`)}
      footer={
        <>
          {event && (
            <Button variant="ghost" className="text-danger-ink sm:me-auto" onClick={() => void discard()}>
              {t('remove')}
            </Button>
          )}
          <Button onClick={() => void close()}>{t('cancel')}</Button>
          <Button variant="primary" loading={isBusy} onClick={() => void submit()}>
            {t(event ? 'save' : `add.${draft.kind}`)}
          </Button>
        </>
      }
    >
      <form onSubmit={(submitted) => void submit(submitted)} onKeyDown={onKey} className="flex flex-col gap-4">
        {!event && (
          <div
            role="radiogroup"
            aria-label={t('form.kind')}
            className="flex gap-1 self-start rounded-md bg-surface p-1"
          >
            {(['event', 'post'] as const).map((kind) => (
              <label
                key={kind}
                className="cursor-pointer rounded-sm px-3 py-1.5 text-sm has-checked:bg-popover has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-focus"
              >
                <input
                  type="radio"
                  name="kind"
                  value={kind}
                  checked={draft.kind === kind}
                  onChange={() => set({ kind, allDay: false })}
                  className="sr-only"
                />
                {t(`kind.${kind}`)}
              </label>
            ))}
          </div>
        )}
        {event && isPost && <PostSteps event={event} occurrence={occurrence} isChanged={isChanged} onDone={onClose} />}
        {event && known?.organizer && props.canInvite && (
          <Invited id={edited.series.id} known={known} canMail={canMail} invitations={invitations} />
        )}
        <TextField
          label={t('form.title')}
          maxLength={500}
          autoFocus={!event}
          error={error || undefined}
          help={isPost ? t('form.titleOfPost') : undefined}
          {...field('title')}
        />
        {isPost && <PostFields draft={draft} channels={channels} onChange={set} onChannels={onChannels} />}
        {isPost && files}
        {isPost && (
          <AltTexts files={draft.files} altTexts={draft.altTexts} onChange={(altTexts) => set({ altTexts })} />
        )}
        {isPost && (
          <DrawPicture
            text={draft.text || draft.title}
            room={ATTACHMENTS.most - draft.files.length}
            onBusy={(busy) => {
              setIsDrawing(busy)
              if (!busy) setUnsent('')
            }}
            onKept={(kept, alt) =>
              setDraft((now) => ({
                ...now,
                files: [...now.files, ...kept],
                altTexts: { ...now.altTexts, ...Object.fromEntries(kept.map(({ id }) => [id, alt])) },
              }))
            }
          />
        )}
        {!isPost && <Switch label={t('allDay')} checked={draft.allDay} onChange={(allDay) => set({ allDay })} />}
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label={t('form.day')}
            type="date"
            required
            className={draft.allDay ? '' : 'col-span-1'}
            {...field('day')}
          />
          {!draft.allDay && <TextField label={t('form.time')} type="time" required {...field('time')} />}
          {!isPost && <TextField label={t('form.endDay')} type="date" required min={draft.day} {...field('endDay')} />}
          {!isPost && !draft.allDay && (
            <TextField label={t('form.endTime')} type="time" required {...field('endTime')} />
          )}
          {!draft.allDay && (
            <Select
              className="col-span-2"
              label={t('form.zone')}
              value={draft.zone}
              options={zoneOptions([draft.zone, zone])}
              onChange={({ target }) => set({ zone: target.value })}
            />
          )}
        </div>
        {own.length > 1 && (
          <Select
            label={t('form.calendar')}
            value={draft.calendar}
            options={own.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ target }) => set({ calendar: target.value })}
          />
        )}
        <RepeatFields value={draft.repeat} onChange={(repeat) => set({ repeat })} />
        {!isPost && <TextField label={t('form.place')} maxLength={1000} {...field('place')} />}
        {isInviting && (
          <GuestsField guests={guests} known={known} id={event && edited.series.id}>
            {!canMail && guests.list.length > 0 && <p className="text-muted text-sm">{t('guests.noMail')}</p>}
            {event && edited.isUntold && !isUnsaved && event.status !== 'cancelled' && (
              <div className="flex flex-wrap items-center gap-3 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-ink">
                <span className="flex-1 basis-48">{t('guests.untold')}</span>
                <Button size="sm" loading={invitations.isBusy} onClick={() => void sendNow()}>
                  {t(canMail ? 'guests.sendNow' : 'guests.takeFile')}
                </Button>
              </div>
            )}
          </GuestsField>
        )}
        {!isPost && !isInviting && known && known.attendees.length > 0 && <GuestList known={known} />}
        {!isPost && files}
        <TextArea label={t('form.notes')} maxLength={20_000} {...field('notes')} />
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField label={t('form.tags')} help={t('form.tagsHelp')} {...field('tags')} />
          <TextField label={t('form.link')} type="url" maxLength={2000} {...field('link')} />
        </div>
        {event && isPost && (
          <CopyPost draft={draft} channels={channels.filter(({ id }) => draft.channels.includes(id))} />
        )}
        {event && !isWholeDay(event.start) && event.zone !== zone && (
          <p className="text-sm text-muted">{t('form.ownZone')}</p>
        )}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </form>
      {event && <Comments module="content-calendar" collection="events" id={edited.series.id} />}
      {scope.question}
      {invitations.question}
    </Dialog>
  )
}
