import { Button, Dialog, formatDate, TextField, toast, useAction } from '@atrium/web/kit'
import { useState } from 'react'
import type calendar from '../module.ts'
import { useTexts } from './texts.ts'

interface FeedDialogProps {
  feeds: readonly { id: string; createdAt: string; uses: number }[]
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Secret addresses to which other calendars subscribe. Each is shown once: only its hash is kept. */
export function FeedDialog({ feeds, open, onOpenChange }: FeedDialogProps) {
  const { t, language } = useTexts()
  const [address, setAddress] = useState('')
  const make = useAction<typeof calendar, 'makeFeed'>('content-calendar', 'makeFeed')
  const end = useAction<typeof calendar, 'endFeed'>('content-calendar', 'endFeed', { done: t('feed.ended') })
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => toast({ title: t('copied') }),
      () => toast({ variant: 'destructive', title: t('notCopied') }),
    )
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) setAddress('')
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
              make.mutate({}, { onSuccess: ({ output }) => setAddress(new URL(output.path, location.origin).href) })
            }
          >
            {t('feed.make')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {address && (
          <div className="flex flex-wrap items-end gap-2">
            <TextField
              className="min-w-0 flex-1"
              label={t('feed.address')}
              help={t('feed.once')}
              readOnly
              value={address}
              onFocus={({ target }) => target.select()}
            />
            <Button onClick={() => void copy()}>{t('copy')}</Button>
          </div>
        )}
        {feeds.length > 0 && (
          <ul className="flex flex-col gap-2">
            {feeds.map(({ id, createdAt, uses }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-2 text-sm">
                <span>
                  {t('feed.made', { day: formatDate(new Date(createdAt), language) })},{' '}
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
