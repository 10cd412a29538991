import { Button, CopyField, Dialog, formatDate, Select, useAction } from '@atrium/web/kit'
import { useState } from 'react'
import type { CalendarView } from '../calendars.ts'
import type calendar from '../module.ts'
import { useTexts } from './texts.ts'

interface FeedDialogProps {
  feeds: readonly { id: string; createdAt: string; uses: number; calendar: string | null }[]
  calendars: readonly CalendarView[]
  /** Of which calendar first; empty for all. */
  first: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Secret addresses to which other calendars subscribe. Each is shown once: only its hash is kept. */
export function FeedDialog({ feeds, calendars, first, open, onOpenChange }: FeedDialogProps) {
  const { t, language } = useTexts()
  const [address, setAddress] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const which = chosen ?? first
  const own = calendars.filter(({ feed }) => !feed)
  const nameOf = (id: string | null) => own.find((one) => one.id === id)?.name ?? t('show.all')
  const make = useAction<typeof calendar, 'makeFeed'>('content-calendar', 'makeFeed')
  const end = useAction<typeof calendar, 'endFeed'>('content-calendar', 'endFeed', { done: t('feed.ended') })
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) {
          setAddress('')
          setChosen(null)
        }
        onOpenChange(next)
      }}
      title={t('feed.title')}
      description={t('feed.text')}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('close')}</Button>
          <Button
            variant="primary"
            loading={make.isPending}
            onClick={() =>
              make.mutate(which ? { calendar: which } : {}, {
                onSuccess: ({ output }) => setAddress(new URL(output.path, location.origin).href),
              })
            }
          >
            {t('feed.make')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {own.length > 1 && (
          <Select
            label={t('calendars.title')}
            value={which}
            options={[{ value: '', label: t('show.all') }, ...own.map(({ id, name }) => ({ value: id, label: name }))]}
            onChange={({ target }) => {
              setAddress('')
              setChosen(target.value)
            }}
          />
        )}
        {address && <CopyField t={t} label={t('feed.address')} help={t('feed.once')} value={address} />}
        {feeds.length > 0 && (
          <ul className="flex flex-col gap-2">
            {feeds.map(({ id, createdAt, uses, calendar: of }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-2 text-sm">
                <span>
                  <bdi>{nameOf(of)}</bdi>: {t('feed.made', { day: formatDate(new Date(createdAt), language) })},{' '}
                  {t('feed.uses', { count: uses })}
                </span>
                <Button size="sm" onClick={() => end.mutate({ id })}>
                  {t('feed.end')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}
