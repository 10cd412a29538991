import { Button, Dialog, toast, useAction } from '@atrium/web/kit'
import { Copy, SquareArrowOutUpRight } from 'lucide-react'
import { useState } from 'react'
import type { ChannelRow } from '../channels.ts'
import type { EventRow } from '../event.ts'
import type calendar from '../module.ts'
import { composeAddress, networks } from '../networks.ts'
import { textFor } from '../posting.ts'
import { PostFiles } from './copy-post.tsx'
import { useTexts } from './texts.ts'

interface DuePostProps {
  post: EventRow
  occurrence: string | null
  /** Those that it goes to. */
  channels: readonly ChannelRow[]
  onEdit: () => void
  onClose: () => void
}

/** What is to go out now, where a notification leads: one click copies a channel's text and opens its network to paste it. */
export function DuePost({ post, occurrence, channels, onEdit, onClose }: DuePostProps) {
  const { t } = useTexts()
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  const decide = useAction<typeof calendar, 'decide'>('content-calendar', 'decide', { done: t('moved.posted') })
  const take = (id: string, text: string, address: string | null) => {
    // The window first: a browser opens it only within the click itself.
    if (address !== null) window.open(address, '_blank', 'noopener,noreferrer')
    navigator.clipboard.writeText(text).then(
      () => toast({ title: t('copied') }),
      () => toast({ variant: 'destructive', title: t('notCopied') }),
    )
    setTaken((before) => new Set(before).add(id))
  }
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={post.title}
      description={t('due.text')}
      footer={
        <>
          <Button variant="ghost" className="sm:me-auto" onClick={onEdit}>
            {t('due.edit')}
          </Button>
          <Button onClick={onClose}>{t('close')}</Button>
          <Button
            variant={taken.size >= channels.length ? 'primary' : 'secondary'}
            loading={decide.isPending}
            onClick={() =>
              decide.mutate(
                { id: post.id, occurrence, version: post.version, status: 'posted' },
                { onSuccess: onClose },
              )
            }
          >
            {t('steps.posted')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {channels.map(({ id, name, network }) => {
          const text = textFor(post, id)
          const address = composeAddress(network, text, name)
          return (
            <section key={id} aria-label={name} className="flex flex-col gap-3 rounded-lg border border-line p-4">
              <h3 className="font-medium">
                <bdi>{name}</bdi> <span className="font-normal text-muted">{networks[network].name}</span>
              </h3>
              <p dir="auto" className="max-h-48 overflow-y-auto whitespace-pre-wrap wrap-anywhere">
                {text}
              </p>
              <div className="flex flex-wrap gap-2">
                <Button
                  variant={taken.has(id) ? 'secondary' : 'primary'}
                  icon={
                    address === null ? (
                      <Copy aria-hidden className="size-4" />
                    ) : (
                      <SquareArrowOutUpRight aria-hidden className="size-4" />
                    )
                  }
                  onClick={() => take(id, text, address)}
                >
                  {address === null
                    ? t('post.copy', { name })
                    : t('due.copyAndOpen', { network: networks[network].name })}
                </Button>
              </div>
            </section>
          )
        })}
        <PostFiles files={post.files} text={post.text} altTexts={post.altTexts} />
      </div>
    </Dialog>
  )
}
