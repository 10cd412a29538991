import { Button, IconButton, Select, Sheet, Switch, TextField, useAction } from '@atrium/web/kit'
import { Plus, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { type ChannelRow, Network, type Slot } from '../channels.ts'
import type calendar from '../module.ts'
import { networks } from '../networks.ts'
import { weekdayName } from './repeat-fields.tsx'
import { useTexts } from './texts.ts'
import { zoneOptions } from './zones.ts'

interface ChannelsSheetProps {
  channels: readonly ChannelRow[]
  zone: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The channels of a person: their weekly times, and whether posts need an approval. Each change is saved at once. */
export function ChannelsSheet({ channels, zone, open, onOpenChange }: ChannelsSheetProps) {
  const { t } = useTexts()
  const [network, setNetwork] = useState<Network>('x')
  const [name, setName] = useState('')
  const add = useAction<typeof calendar, 'addChannel'>('content-calendar', 'addChannel', { done: t('channels.added') })
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('channels.title')} side="right">
      <div className="flex flex-col gap-5">
        <p className="text-sm text-muted">{t('channels.text')}</p>
        {channels.map((channel) => (
          <ChannelForm key={channel.id} channel={channel} zone={zone} />
        ))}
        <form
          className="flex flex-col gap-3 border-line border-t pt-4"
          onSubmit={(event) => {
            event.preventDefault()
            add.mutate({ network, ...(name.trim() && { name }), zone }, { onSuccess: () => setName('') })
          }}
        >
          <h3 className="font-medium">{t('channels.new')}</h3>
          <Select
            label={t('channels.network')}
            value={network}
            options={Network.options.map((value) => ({
              value,
              label: value === 'other' ? t('channels.other') : networks[value].name,
            }))}
            onChange={({ target }) => setNetwork(target.value as Network)}
          />
          <TextField
            label={t('channels.name')}
            placeholder={networks[network].name}
            value={name}
            maxLength={100}
            onChange={({ target }) => setName(target.value)}
          />
          <Button type="submit" variant="primary" className="self-start" loading={add.isPending}>
            {t('channels.add')}
          </Button>
        </form>
      </div>
    </Sheet>
  )
}

function ChannelForm({ channel, zone }: { channel: ChannelRow; zone: string }) {
  const { t, language } = useTexts()
  const [day, setDay] = useState(1)
  const [time, setTime] = useState('09:00')
  const change = useAction<typeof calendar, 'changeChannel'>('content-calendar', 'changeChannel')
  const remove = useAction<typeof calendar, 'removeChannel'>('content-calendar', 'removeChannel', {
    done: t('channels.removed'),
  })
  const { id, version, name, slots, needsApproval } = channel
  const save = (more: object) => change.mutate({ id, version, ...more })
  const setSlots = (next: readonly Slot[]) =>
    save({ slots: [...next].sort((a, b) => a.day - b.day || (a.time < b.time ? -1 : 1)) })
  const days = Array.from({ length: 7 }, (_, at) => at + 1)
  return (
    <section aria-label={name} className="flex flex-col gap-3 rounded-lg border border-line p-4">
      <div className="flex items-start justify-between gap-2">
        <h3 className="min-w-0 break-words font-medium">
          {name} <span className="font-normal text-muted">{networks[channel.network].name}</span>
        </h3>
        <IconButton
          size="sm"
          label={t('channels.remove', { name })}
          icon={<Trash2 />}
          onClick={() => remove.mutate({ id })}
        />
      </div>
      <Switch
        label={t('channels.needsApproval')}
        checked={needsApproval}
        onChange={(next) => save({ needsApproval: next })}
      />
      <Select
        label={t('form.zone')}
        value={channel.zone}
        options={zoneOptions([channel.zone, zone])}
        onChange={({ target }) => save({ zone: target.value })}
      />
      <div>
        <p className="text-sm font-medium">{t('channels.slots')}</p>
        {slots.length === 0 && <p className="text-sm text-muted">{t('channels.noSlots')}</p>}
        <ul className="mt-1.5 flex flex-wrap gap-1.5">
          {slots.map((slot) => {
            const label = `${weekdayName(slot.day - 1, language)} ${slot.time}`
            return (
              <li key={label} className="inline-flex items-center rounded-md bg-surface ps-2 text-sm tabular-nums">
                {label}
                <IconButton
                  size="sm"
                  label={t('channels.removeSlot', { slot: label })}
                  icon={<X />}
                  onClick={() => setSlots(slots.filter((one) => one !== slot))}
                />
              </li>
            )
          })}
        </ul>
      </div>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          const slot = { day, time: time.slice(0, 5) }
          if (!slots.some((one) => one.day === slot.day && one.time === slot.time)) setSlots([...slots, slot])
        }}
      >
        <Select
          className="flex-1"
          label={t('channels.day')}
          value={String(day)}
          options={days.map((at) => ({ value: String(at), label: weekdayName(at - 1, language, 'long') }))}
          onChange={({ target }) => setDay(Number(target.value))}
        />
        <TextField
          label={t('form.time')}
          type="time"
          required
          value={time}
          onChange={({ target }) => setTime(target.value)}
        />
        <IconButton type="submit" label={t('channels.addSlot')} icon={<Plus />} variant="secondary" />
      </form>
    </section>
  )
}
