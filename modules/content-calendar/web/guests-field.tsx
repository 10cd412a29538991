import { Badge, Button, formatDate, IconButton, Select, TextField } from '@atrium/web/kit'
import { X } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { type Guests, Role } from '../guest-fields.ts'
import { GuestMenu } from './guest-menu.tsx'
import { useTexts } from './texts.ts'
import type { ListedGuest, useGuests } from './use-guests.ts'

const tones = { accepted: 'success', declined: 'danger', tentative: 'warning', open: 'neutral' } as const

type State = keyof typeof tones | 'failed' | 'untold'

/** How it stands with a guest: what they said, or whether they know of it. */
function stateOf(address: string, known: Guests | undefined): State {
  const status = known?.attendees.find((one) => one.address === address)?.status ?? 'open'
  if (status !== 'open' || known?.organizer) return status
  if (known?.sent?.failed.includes(address)) return 'failed'
  return known?.sent?.to.includes(address) ? 'open' : 'untold'
}

const noteOf = (address: string, known: Guests | undefined) =>
  known?.attendees.find((one) => one.address === address)?.note

interface GuestsFieldProps {
  guests: ReturnType<typeof useGuests>
  known: Guests | undefined
  /** The event’s, or its series’; absent before it is kept. */
  id?: string | undefined
  /** Below the list: what can be sent. */
  children?: ReactNode
}

/** The people of an event: who they are, what they said, and the place to add more. */
export function GuestsField({ guests, known, id, children }: GuestsFieldProps) {
  const { t, language } = useTexts()
  const { list, typed, error } = guests
  const roles = Role.options.map((role) => ({ value: role, label: t(`guests.role.${role}`) }))
  const onKey = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'Enter' || pressed.nativeEvent.isComposing || pressed.metaKey || pressed.ctrlKey) return
    pressed.preventDefault() // else the form would be saved
    guests.taken()
  }
  const sentAt = known?.sent?.at
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 font-medium text-sm">{t('guests.title')}</legend>
      {list.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
          {list.map((one) => (
            <li key={one.address} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5 ps-3 pe-1.5">
              <Person guest={one} state={stateOf(one.address, known)} note={noteOf(one.address, known)} />
              <select
                aria-label={t('guests.roleOf', { name: one.name || one.address })}
                value={one.role}
                onChange={({ target }) => guests.change(one.address, Role.parse(target.value))}
                className="h-9 max-w-40 cursor-pointer max-sm:me-auto max-sm:-ms-1 rounded-md bg-transparent text-muted text-sm hover:bg-hover touch:h-11"
              >
                {roles.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
              {id !== undefined && known?.attendees.some(({ address }) => address === one.address) && (
                <GuestMenu id={id} address={one.address} name={one.name || one.address} />
              )}
              <IconButton
                size="sm"
                label={t('guests.remove', { name: one.name || one.address })}
                icon={<X />}
                onClick={() => guests.remove(one.address)}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 sm:grid-cols-[minmax(0,1fr)_11rem_auto]">
        <TextField
          label={t('guests.add')}
          className="max-sm:col-span-2"
          dir="ltr"
          placeholder={t('guests.example')}
          value={typed.text}
          error={error || undefined}
          autoComplete="off"
          spellCheck={false}
          onKeyDown={onKey}
          onChange={({ target }) => guests.type({ text: target.value })}
        />
        <Select
          label={t('guests.as')}
          value={typed.role}
          options={roles}
          onChange={({ target }) => guests.type({ role: Role.parse(target.value) })}
        />
        <Button className="mt-6.5 h-10" onClick={guests.taken} disabled={typed.text.trim() === ''}>
          {t('guests.put')}
        </Button>
      </div>
      {sentAt && (
        <p className="text-muted text-sm">
          {t('guests.sentAt', {
            when: formatDate(new Date(sentAt), language, { dateStyle: 'medium', timeStyle: 'short' }),
          })}
        </p>
      )}
      {children}
    </fieldset>
  )
}

interface PersonProps {
  guest: ListedGuest
  state: State
  /** What they said with their answer. */
  note: string | undefined
}

function Person({ guest: { address, name }, state, note }: PersonProps) {
  const { t } = useTexts()
  const tone = state === 'failed' ? 'danger' : state === 'untold' ? 'neutral' : tones[state]
  return (
    <span className="flex min-w-0 flex-1 basis-56 flex-wrap items-center gap-x-2 gap-y-0.5">
      <bdi className="wrap-anywhere text-sm">{name || address}</bdi>
      {name && <bdi className="wrap-anywhere text-muted text-xs">{address}</bdi>}
      <Badge tone={tone}>{t(`guests.state.${state}`)}</Badge>
      {note && (
        <span dir="auto" className="wrap-anywhere basis-full whitespace-pre-line text-muted text-sm">
          {note}
        </span>
      )}
    </span>
  )
}

/** Who takes part, where it is for somebody else to say. */
export function GuestList({ known }: { known: Guests }) {
  const { t } = useTexts()
  return (
    <section aria-label={t('guests.title')}>
      <h3 className="mb-1.5 font-medium text-sm">{t('guests.title')}</h3>
      <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
        {known.attendees.map((one) => (
          <li key={one.address} className="flex px-3 py-2">
            <Person guest={one} state={stateOf(one.address, known)} note={one.note} />
          </li>
        ))}
      </ul>
    </section>
  )
}
