import type { HeldFile } from '@atrium/contract/files'
import { Button, keepMade, ModelButton, readAction, Select, sentenceFor, TextArea, toast } from '@atrium/web/kit'
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type calendar from '../module.ts'
import { Shape } from '../proposals.ts'
import { useTexts } from './texts.ts'
import { WithModel } from './with-model.tsx'

const PLACE = { module: 'content-calendar', collection: 'events', field: 'files' } as const
const PROMPT_MAX = 2_000
const ALT_MAX = 1_500

interface DrawPictureProps {
  /** What the post says. */
  text: string
  /** Files that it still takes. */
  room: number
  /** What was chosen, and what is to be seen on it. */
  onKept: (files: HeldFile[], alt: string) => void
  /** Told whether they are on their way: a post that is saved then would lack them. */
  onBusy: (isBusy: boolean) => void
}

/** Has a model draw one to three pictures. Only those that are chosen are sent to be files of the post. */
export function DrawPicture({ text, room, onKept, onBusy }: DrawPictureProps) {
  const { t } = useTexts()
  const [prompt, setPrompt] = useState('')
  const [shape, setShape] = useState<Shape>('square')
  const [count, setCount] = useState(2)
  const [drawn, setDrawn] = useState<{ of: string; pictures: { mime: string; base64: string }[] } | null>(null)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [isSending, setIsSending] = useState(false)
  const running = useRef<AbortController>(null)
  /** By the picture: what arrived before another one failed is not sent again. */
  const arrived = useRef(new WeakMap<object, HeldFile>())
  useEffect(() => () => running.current?.abort(), [])
  const draw = async (signal: AbortSignal) => {
    const input = { prompt, count, shape }
    const { pictures } = await readAction<typeof calendar, 'drawPictures'>(PLACE.module, 'drawPictures', input, signal)
    setDrawn({ of: prompt, pictures })
    setChosen(pictures.length === 1 ? [0] : [])
  }
  const keep = async () => {
    if (!drawn) return
    running.current = new AbortController()
    const { signal } = running.current
    setIsSending(true)
    onBusy(true)
    try {
      const kept: HeldFile[] = []
      for (const at of [...chosen].sort((a, b) => a - b)) {
        const picture = drawn.pictures[at]
        if (!picture) continue
        const ending = picture.mime.replace(/^image\//, '').replace('jpeg', 'jpg')
        const file =
          arrived.current.get(picture) ??
          (await keepMade(PLACE, { ...picture, name: `${nameOf(drawn.of)}.${ending}` }, signal))
        arrived.current.set(picture, file)
        kept.push(file)
      }
      onKept(kept, drawn.of.slice(0, ALT_MAX))
      toast({ title: t('draw.added', { count: kept.length }) })
      setDrawn(null)
    } catch (error) {
      if (signal.aborted) return
      toast({ variant: 'destructive', title: t('draw.failed'), description: sentenceFor(error) })
    } finally {
      setIsSending(false)
      onBusy(false)
    }
  }
  const toggle = (at: number) => setChosen((now) => (now.includes(at) ? now.filter((one) => one !== at) : [...now, at]))
  return (
    <WithModel title={t('draw.open')}>
      <TextArea
        label={t('draw.prompt')}
        help={t('draw.help')}
        rows={3}
        value={prompt}
        maxLength={PROMPT_MAX}
        onChange={({ target }) => setPrompt(target.value)}
      />
      <div>
        <ModelButton
          size="sm"
          label={t('draw.idea')}
          disabled={text.trim() === ''}
          run={async (signal) => {
            const idea = await readAction<typeof calendar, 'pictureIdea'>(
              PLACE.module,
              'pictureIdea',
              { text: text.slice(0, 10_000) },
              signal,
            )
            setPrompt(idea.prompt.slice(0, PROMPT_MAX))
          }}
        />
      </div>
      <div className="grid grid-cols-2 gap-3">
        <Select
          label={t('draw.shape')}
          value={shape}
          options={Shape.options.map((value) => ({ value, label: t(`draw.${value}`) }))}
          onChange={({ target }) => setShape(target.value as Shape)}
        />
        <Select
          label={t('draw.count')}
          value={String(count)}
          options={['1', '2', '3'].map((value) => ({ value, label: value }))}
          onChange={({ target }) => setCount(Number(target.value))}
        />
      </div>
      <div>
        <ModelButton size="sm" needs="draw" label={t('draw.ask')} disabled={prompt.trim() === ''} run={draw} />
      </div>
      {drawn && (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-sm font-medium">{t('draw.drawn')}</legend>
          <p className="text-sm text-muted">{t('draw.chooseHelp')}</p>
          <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
            {drawn.pictures.map(({ mime, base64 }, at) => (
              <button
                key={base64.slice(-64)}
                type="button"
                aria-pressed={chosen.includes(at)}
                onClick={() => toggle(at)}
                className={clsx(
                  'relative overflow-hidden rounded-md border-2',
                  chosen.includes(at) ? 'border-accent' : 'border-line hover:border-line-strong',
                )}
              >
                <img
                  src={`data:${mime};base64,${base64}`}
                  alt={t('draw.choose', { number: at + 1, count: drawn.pictures.length })}
                  className="aspect-square w-full object-contain"
                />
                {chosen.includes(at) && (
                  <span className="absolute end-1.5 top-1.5 grid size-6 place-items-center rounded-full bg-accent text-on-accent">
                    <Check aria-hidden className="size-4" />
                  </span>
                )}
              </button>
            ))}
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <Button
              size="sm"
              variant="primary"
              loading={isSending}
              disabled={chosen.length === 0 || chosen.length > room}
              onClick={() => void keep()}
            >
              {t('draw.keep', { count: chosen.length })}
            </Button>
            {chosen.length > room && <span className="text-sm text-muted">{t('draw.full')}</span>}
          </div>
        </fieldset>
      )}
    </WithModel>
  )
}

/** The first words of what was asked for, as a file may be called. */
const nameOf = (prompt: string): string =>
  prompt
    .replace(/[^\p{L}\p{N} -]+/gu, ' ')
    .trim()
    .split(/\s+/)
    .slice(0, 6)
    .join(' ') || 'picture'
