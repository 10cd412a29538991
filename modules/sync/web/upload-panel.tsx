import { Button, formatSize, IconButton, Progress, toast, useAction } from '@atrium/web/kit'
import { Pause, Play, RotateCw, X } from 'lucide-react'
import type sync from '../module.ts'
import { useTexts } from './texts.ts'
import { drop, enqueue, forgetDone, type Item, pause, resume, useUploads } from './upload-queue.ts'
import { isSame, useWaiting } from './use-upload.ts'

/** What is on its way, and what waits to go on since the page was closed. */
export function UploadPanel() {
  const { t } = useTexts()
  const items = useUploads()
  const waiting = useWaiting()
  const discard = useAction<typeof sync, 'discardUpload'>('sync', 'discardUpload')
  const giveUp = async (id: number) => {
    const url = await drop(id)
    if (url) discard.mutate({ id: url.split('/').at(-1) as string })
  }
  if (items.length === 0 && waiting.length === 0) return null
  const open = items.filter(({ state }) => state !== 'done')
  return (
    <section
      aria-label={t('uploads.title')}
      className="mb-4 rounded-lg border border-line bg-surface print:hidden"
      data-uploads
    >
      <div className="flex items-center justify-between gap-2 ps-3 pe-1 pt-1">
        <h2 role="status" className="py-1.5 text-sm font-medium">
          {open.length > 0
            ? t('uploads.going', { count: open.length })
            : items.length > 0
              ? t('uploads.done', { count: items.length })
              : t('uploads.title')}
        </h2>
        {items.length > 0 && open.length === 0 && (
          <IconButton size="sm" label={t('uploads.dismiss')} icon={<X />} onClick={forgetDone} />
        )}
      </div>
      <ul className="max-h-64 overflow-y-auto px-3 pb-2">
        {items.map((item) => (
          <Going key={item.id} item={item} onDiscard={() => void giveUp(item.id)} />
        ))}
        {waiting.map((one) => (
          <Waiting key={one.id} begun={one} onDiscard={() => discard.mutate({ id: one.id })} />
        ))}
      </ul>
    </section>
  )
}

function Going({ item, onDiscard }: { item: Item; onDiscard: () => void }) {
  const { t, language } = useTexts()
  const { id, file, sent, state, error } = item
  const { name } = file
  const [done, size] = [formatSize(sent, language), formatSize(file.size, language)]
  const said = {
    waiting: t('uploads.waiting'),
    going: t('uploads.progress', { sent: done, size }),
    paused: `${t('uploads.paused')} · ${t('uploads.progress', { sent: done, size })}`,
    done: t('uploads.finished'),
    failed: error ?? t('uploads.failed'),
  }[state]
  return (
    <li className="py-1.5">
      <div className="flex items-center gap-2">
        <span dir="auto" className="min-w-0 flex-1 truncate text-sm">
          {name}
        </span>
        <span className={`shrink-0 text-xs tabular ${state === 'failed' ? 'text-danger-ink' : 'text-muted'}`}>
          {state !== 'failed' && said}
        </span>
        {state === 'going' && (
          <IconButton size="sm" label={t('uploads.pause', { name })} icon={<Pause />} onClick={() => void pause(id)} />
        )}
        {state === 'paused' && (
          <IconButton size="sm" label={t('uploads.resume', { name })} icon={<Play />} onClick={() => resume(id)} />
        )}
        {state === 'failed' && (
          <IconButton size="sm" label={t('uploads.retry', { name })} icon={<RotateCw />} onClick={() => resume(id)} />
        )}
        {state !== 'done' && (
          <IconButton size="sm" label={t('uploads.discard', { name })} icon={<X />} onClick={onDiscard} />
        )}
      </div>
      {state === 'failed' ? (
        <p className="text-xs text-danger-ink">{said}</p>
      ) : (
        state !== 'done' && <Progress label={name} value={file.size === 0 ? 100 : (sent / file.size) * 100} />
      )}
    </li>
  )
}

interface Begun {
  name: string
  parent: string
  size: number
  offset: number
  modifiedAt: string
  url: string
}

/** Begun in another tab or before a reload: a browser gives the file only when it is chosen again. */
function Waiting({ begun, onDiscard }: { begun: Begun; onDiscard: () => void }) {
  const { t, language } = useTexts()
  const { name, size, offset } = begun
  const choose = () => {
    const input = Object.assign(document.createElement('input'), { type: 'file' })
    input.onchange = () => {
      const [file] = input.files ?? []
      if (file && isSame(begun, file)) enqueue([{ file, parent: begun.parent, url: begun.url }])
      else if (file)
        toast({ variant: 'destructive', title: t('uploads.other', { name, size: formatSize(size, language) }) })
    }
    input.click()
  }
  const percent = size === 0 ? 0 : Math.floor((offset / size) * 100)
  return (
    <li className="py-1.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span dir="auto" className="min-w-0 flex-1 truncate text-sm">
          {name}
        </span>
        <Button size="sm" onClick={choose}>
          {t('uploads.choose')}
        </Button>
        <IconButton size="sm" label={t('uploads.discard', { name })} icon={<X />} onClick={onDiscard} />
      </div>
      <p className="mb-1 text-xs text-muted">{t('uploads.unfinished', { percent })}</p>
      <Progress label={name} value={percent} />
    </li>
  )
}
