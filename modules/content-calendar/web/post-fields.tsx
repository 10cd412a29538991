import { Button, ModelButton, TextArea } from '@atrium/web/kit'
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { useState } from 'react'
import type { ChannelRow } from '../channels.ts'
import { fitFor, networks } from '../networks.ts'
import type { Draft } from './draft.ts'
import { DraftFromFacts } from './draft-from-facts.tsx'
import { useTexts } from './texts.ts'

interface PostFieldsProps {
  draft: Draft
  channels: readonly ChannelRow[]
  onChange: (change: Partial<Draft>) => void
  onChannels: () => void
}

/** A post's text, the channels it goes to, and what single channels say instead, each counted as its network counts. */
export function PostFields({ draft, channels, onChange, onChannels }: PostFieldsProps) {
  const { t, language } = useTexts()
  const [own, setOwn] = useState<readonly string[]>(Object.keys(draft.variants))
  const number = new Intl.NumberFormat(language)
  const chosen = channels.filter(({ id }) => draft.channels.includes(id))
  const toggle = (id: string) =>
    onChange({
      channels: draft.channels.includes(id) ? draft.channels.filter((one) => one !== id) : [...draft.channels, id],
    })
  const setVariant = (id: string, text: string) => onChange({ variants: { ...draft.variants, [id]: text } })

  return (
    <div className="flex flex-col gap-3">
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">{t('post.channels')}</legend>
        <div className="flex flex-wrap gap-1.5">
          {channels.map(({ id, name }) => {
            const isOn = draft.channels.includes(id)
            return (
              <button
                key={id}
                type="button"
                aria-pressed={isOn}
                onClick={() => toggle(id)}
                className={clsx(
                  'inline-flex h-9 max-w-full items-center gap-1.5 rounded-md border px-3 text-sm touch:h-11',
                  isOn ? 'border-accent bg-accent-soft text-accent-ink' : 'border-line hover:bg-hover',
                )}
              >
                {isOn && <Check aria-hidden className="size-4 shrink-0" />}
                <span className="truncate">{name}</span>
              </button>
            )
          })}
          <Button variant="ghost" onClick={onChannels}>
            {t(channels.length === 0 ? 'channels.first' : 'channels.manage')}
          </Button>
        </div>
      </fieldset>
      <TextArea
        label={t('post.text')}
        rows={5}
        value={draft.text}
        onChange={({ target }) => onChange({ text: target.value })}
        help={draft.text ? undefined : t('post.textHelp')}
      />
      <DraftFromFacts network={chosen[0]?.network} onText={(text) => onChange({ text })} />
      {chosen.length > 0 && (
        <ul className="flex flex-col gap-2">
          {chosen.map(({ id, name, network }) => {
            const isOwn = own.includes(id)
            const text = draft.variants[id]?.trim() ? (draft.variants[id] ?? '') : draft.text
            const { length, limit, hashtags, hashtagLimit, isOver } = fitFor(network, text)
            const count =
              limit === null
                ? number.format(length)
                : t('post.count', { length: number.format(length), limit: number.format(limit) })
            return (
              <li key={id} className="flex flex-col gap-2 rounded-md border border-line p-3">
                <div className="flex flex-wrap items-center justify-between gap-2">
                  <span className="min-w-0 truncate text-sm font-medium">
                    {name} <span className="font-normal text-muted">{networks[network].name}</span>
                  </span>
                  <span className={clsx('text-sm tabular-nums', isOver ? 'font-medium text-danger-ink' : 'text-muted')}>
                    {count}
                    {hashtagLimit !== null &&
                      hashtags > 0 &&
                      ` · ${t('post.hashtags', { count: hashtags, limit: hashtagLimit })}`}
                  </span>
                </div>
                {isOver && (
                  <p role="alert" className="text-sm text-danger-ink">
                    {t('post.over')}
                  </p>
                )}
                {isOwn ? (
                  <TextArea
                    label={t('post.variant', { name })}
                    value={draft.variants[id] ?? ''}
                    placeholder={draft.text}
                    onChange={({ target }) => setVariant(id, target.value)}
                  />
                ) : (
                  <div className="flex flex-wrap gap-2">
                    <Button
                      size="sm"
                      onClick={() => {
                        setOwn([...own, id])
                        setVariant(id, draft.text)
                      }}
                    >
                      {t('post.own')}
                    </Button>
                    <ModelButton
                      size="sm"
                      label={t('post.adapt')}
                      disabled={draft.text.trim() === ''}
                      prompt={() =>
                        `Rewrite this post for ${networks[network].name}${limit ? ` in at most ${limit} characters` : ''}. Keep facts, names and links as they are, invent nothing, answer with the post alone.\n\n${draft.text}`
                      }
                      onText={(answer) => {
                        setOwn([...own, id])
                        setVariant(id, answer.trim())
                      }}
                    />
                  </div>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
