import { languages } from '@atrium/contract/catalogue/languages'
import { api, Button, ModelButton, readAction, Select, sentenceFor, storage, toast } from '@atrium/web/kit'
import { useEffect, useState } from 'react'
import type flash from '../module.ts'
import { plainText } from '../plain-text.ts'
import { useTexts } from './texts.ts'

const SPOKEN_MAX = 2_000
/** What a side of this kind of note was spoken in last. */
const remembered = (type: string, at: number) => `flash-speak-${type}-${at}`

interface SpeakSideProps {
  type: string
  /** The fields of the note, as HTML. */
  sides: readonly { name: string; html: string }[]
  onKept: (at: number, sound: string) => void
}

/** Has a model speak a side. It is heard first, and kept with the note's sounds when asked. */
export function SpeakSide({ type, sides, onKept }: SpeakSideProps) {
  const { t, language: own } = useTexts()
  const [at, setAt] = useState(0)
  const [chosen, setChosen] = useState<string | null>(null)
  const [spoken, setSpoken] = useState<{ blob: Blob; url: string; text: string; at: number } | null>(null)
  const [isKeeping, setIsKeeping] = useState(false)
  useEffect(() => () => void (spoken && URL.revokeObjectURL(spoken.url)), [spoken])
  const language = chosen ?? storage.read(remembered(type, at)) ?? own
  const text = plainText(sides[at]?.html ?? '').slice(0, SPOKEN_MAX)
  /** What was spoken before the words were changed is no longer theirs. */
  const heard = spoken?.at === at && spoken.text === text ? spoken : null
  const speak = async (signal: AbortSignal) => {
    const { mime, base64 } = await readAction<typeof flash, 'speak'>('flash', 'speak', { text, language }, signal)
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const blob = new Blob([bytes], { type: mime })
    storage.write(remembered(type, at), language)
    setSpoken({ blob, url: URL.createObjectURL(blob), text, at })
  }
  const keep = async () => {
    if (!spoken) return
    setIsKeeping(true)
    try {
      const name = `${nameOf(spoken.text)}.${ENDINGS[spoken.blob.type] ?? 'mp3'}`
      const kept = await api.put<{ name: string }>(`/api/m/flash/media/${encodeURIComponent(name)}`, spoken.blob)
      onKept(spoken.at, `[sound:${kept.name}]`)
      setSpoken(null)
    } catch (error) {
      toast({ variant: 'destructive', title: sentenceFor(error) })
    } finally {
      setIsKeeping(false)
    }
  }
  return (
    <details className="rounded-md border border-line p-3">
      <summary className="cursor-default rounded-sm text-sm font-medium">{t('speak.open')}</summary>
      <div className="mt-3 flex flex-col gap-3">
        <p className="text-sm text-muted">{t('speak.help')}</p>
        <div className="grid gap-3 sm:grid-cols-2">
          <Select
            label={t('speak.side')}
            value={String(at)}
            options={sides.map(({ name }, place) => ({ value: String(place), label: name }))}
            onChange={({ target }) => {
              setAt(Number(target.value))
              setChosen(null)
            }}
          />
          <Select
            label={t('speak.language')}
            value={language}
            options={languages.map(({ code, name }) => ({ value: code, label: name }))}
            onChange={({ target }) => setChosen(target.value)}
          />
        </div>
        <div>
          <ModelButton size="sm" needs="speak" label={t('speak.ask')} disabled={text === ''} run={speak} />
        </div>
        {heard && (
          <div className="flex flex-col gap-2 rounded-md bg-surface p-3">
            {/* biome-ignore lint/a11y/useMediaCaption: its words stand beside it */}
            <audio controls src={heard.url} aria-label={t('speak.heard')} className="w-full" />
            <p dir="auto" className="line-clamp-3 text-sm text-muted">
              {heard.text}
            </p>
            <div className="flex flex-wrap gap-2">
              <Button size="sm" variant="primary" loading={isKeeping} onClick={() => void keep()}>
                {t('speak.keep')}
              </Button>
              <Button size="sm" onClick={() => setSpoken(null)}>
                {t('speak.leave')}
              </Button>
            </div>
          </div>
        )}
      </div>
    </details>
  )
}

const ENDINGS: Readonly<Record<string, string>> = { 'audio/wav': 'wav', 'audio/ogg': 'ogg', 'audio/flac': 'flac' }

/** Its first words, as a file may be called. */
const nameOf = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N} -]+/gu, ' ')
    .trim()
    .split(/\s+/)
    .slice(0, 6)
    .join(' ')
    .slice(0, 60) || 'speech'
