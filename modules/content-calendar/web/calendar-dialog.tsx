import { Button, Dialog, Select, Switch, sentenceFor, TextField, useAction } from '@atrium/web/kit'
import { Check } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type CalendarView, COLOURS } from '../calendars.ts'
import type calendar from '../module.ts'
import { useTexts } from './texts.ts'
import { zoneOptions } from './zones.ts'

const ID = 'content-calendar'

interface CalendarDialogProps {
  /** Null of a new one. */
  edited: CalendarView | null
  ownZone: string
  onClose: () => void
}

/** A calendar's name, colour and clocks, and whether new things go into it. */
export function CalendarDialog({ edited, ownZone, onClose }: CalendarDialogProps) {
  const { t } = useTexts()
  const [name, setName] = useState(edited?.name ?? '')
  const [colour, setColour] = useState(edited?.colour ?? '')
  const [zone, setZone] = useState(edited?.zone ?? '')
  const [isDefault, setDefault] = useState(edited?.isDefault ?? false)
  const add = useAction<typeof calendar, 'addCalendar'>(ID, 'addCalendar', { done: t('calendars.added') })
  const change = useAction<typeof calendar, 'changeCalendar'>(ID, 'changeCalendar', { done: t('saved') })
  const isOwn = !edited?.feed
  const save = (event?: FormEvent) => {
    event?.preventDefault()
    const said = { name, ...(colour && { colour }), ...(isOwn && { zone: zone || null }) }
    if (!edited) return add.mutate({ ...said, name }, { onSuccess: onClose })
    const wasDefault = edited.isDefault
    change.mutate(
      { id: edited.id, ...said, ...(isDefault && !wasDefault && { isDefault: true as const }) },
      { onSuccess: onClose },
    )
  }
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClose()}
      title={t(edited ? 'calendars.editTitle' : 'calendars.new')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" loading={add.isPending || change.isPending} onClick={() => save()}>
            {t(edited ? 'save' : 'calendars.add')}
          </Button>
        </>
      }
    >
      <form onSubmit={save} className="flex flex-col gap-4">
        <TextField
          label={t('channels.name')}
          value={name}
          maxLength={100}
          autoFocus
          onChange={({ target }) => setName(target.value)}
        />
        <Colours value={colour} onChange={setColour} />
        {isOwn && (
          <Select
            label={t('form.zone')}
            value={zone}
            options={[{ value: '', label: t('calendars.ownZone') }, ...zoneOptions([ownZone])]}
            onChange={({ target }) => setZone(target.value)}
          />
        )}
        {edited && isOwn && (
          <Switch
            label={t('calendars.default')}
            checked={isDefault}
            disabled={edited.isDefault}
            onChange={setDefault}
          />
        )}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </form>
    </Dialog>
  )
}

function Colours({ value, onChange }: { value: string; onChange: (colour: string) => void }) {
  const { t } = useTexts()
  // One that a program or a person gave stands beside those that are offered.
  const offered = value === '' || (COLOURS as readonly string[]).includes(value) ? COLOURS : [value, ...COLOURS]
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">{t('calendars.colour')}</legend>
      <div className="flex flex-wrap gap-2">
        {offered.map((colour, at) => (
          <label
            key={colour}
            style={{ backgroundColor: colour }}
            className="grid size-8 cursor-pointer place-items-center rounded-full text-white has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 touch:size-11"
          >
            <input
              type="radio"
              name="colour"
              aria-label={t('calendars.nthColour', { n: at + 1 })}
              checked={value === colour}
              onChange={() => onChange(colour)}
              className="sr-only"
            />
            {value === colour && <Check aria-hidden className="size-4" />}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The address of a calendar that somebody publishes. It is read before it is added. */
export function SubscribeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts()
  const [url, setUrl] = useState('')
  const [name, setName] = useState('')
  const subscribe = useAction<typeof calendar, 'subscribe'>(ID, 'subscribe', {
    done: ({ name }) => t('calendars.subscribed', { name }),
  })
  const save = (event?: FormEvent) => {
    event?.preventDefault()
    subscribe.mutate({ url, ...(name.trim() && { name }) }, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('calendars.subscribe')}
      description={t('calendars.subscribeText')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" disabled={url.trim() === ''} loading={subscribe.isPending} onClick={() => save()}>
            {t('calendars.subscribeNow')}
          </Button>
        </>
      }
    >
      <form onSubmit={save} className="flex flex-col gap-4">
        <TextField
          label={t('feed.address')}
          type="url"
          inputMode="url"
          dir="ltr"
          placeholder="webcal://"
          value={url}
          maxLength={2000}
          autoFocus
          error={subscribe.error ? sentenceFor(subscribe.error) : undefined}
          onChange={({ target }) => setUrl(target.value)}
        />
        <TextField
          label={t('channels.name')}
          help={t('calendars.nameHelp')}
          value={name}
          maxLength={100}
          onChange={({ target }) => setName(target.value)}
        />
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </form>
    </Dialog>
  )
}
