import { type HelpEntry, helpTopics } from '@atrium/contract/help'
import { SearchX } from 'lucide-react'
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useSearchParams } from 'react-router'
import { useTryInChat } from '../catalogue/use-try-in-chat.ts'
import { sentenceFor } from '../platform/api.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import { useShortcut } from '../shell/use-shortcut.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { controlClass } from '../ui/field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { helpFinder } from './find-help.ts'
import { articlePath, useHelpList } from './help.ts'

const PAUSE = 250 // ms

/**
 * What is typed, at once, and in the address as soon as somebody stops. The router's own state comes too late for a field: letters that
 * are typed meanwhile would be lost.
 */
function useWords() {
  const [params, setParams] = useSearchParams()
  const given = params.get('q') ?? ''
  const [words, setWords] = useState(given)
  const [seen, setSeen] = useState(given)
  const [sent, setSent] = useState(given)
  if (given !== seen) {
    setSeen(given)
    // Not what was written here: somebody went back, or on.
    if (given !== sent) {
      setSent(given)
      setWords(given)
    }
  }
  useEffect(() => {
    if (words === sent) return
    const timer = setTimeout(() => {
      setSent(words)
      setParams(words ? { q: words } : {}, { replace: true })
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [words, sent, setParams])
  return [words, setWords] as const
}

/** /help: how things are done here, by topic or by what is typed. */
export function HelpPage() {
  const { t } = useTranslation('help')
  const [words, find] = useWords()
  const asked = useDeferredValue(words.trim())
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const list = useHelpList()
  const finder = useMemo(() => helpFinder(list.data ?? []), [list.data])
  useShortcut('/', () => field.current?.focus())
  // From an article `/` leads here, ready to type.
  const wantsToFind = useLocation().state?.find === true
  useEffect(() => {
    if (wantsToFind) field.current?.focus()
  }, [wantsToFind])
  return (
    <PageFrame
      title={t('title')}
      text={t('text')}
      toolbar={
        <search className="w-full desk:max-w-md">
          <label htmlFor={id} className="sr-only">
            {t('find')}
          </label>
          <input
            ref={field}
            id={id}
            type="search"
            dir="auto"
            value={words}
            maxLength={200}
            onChange={({ target }) => find(target.value)}
            placeholder={t('find')}
            aria-keyshortcuts="/"
            className={`${controlClass} h-9 px-3 touch:h-11`}
          />
        </search>
      }
    >
      {list.error ? (
        <EmptyState
          title={t('errors.loadFailed')}
          text={sentenceFor(list.error)}
          action={<Button onClick={() => void list.refetch()}>{t('common.retry')}</Button>}
        />
      ) : !list.data ? (
        <Skeleton className="h-96 w-full" />
      ) : asked ? (
        <Found entries={finder(asked)} words={asked} onAll={() => find('')} />
      ) : (
        <Topics entries={list.data} />
      )}
    </PageFrame>
  )
}

const lineClass =
  '-mx-2 block rounded-md px-2 py-1.5 text-pretty hover:bg-hover touch:flex touch:min-h-11 touch:items-center'

function Topics({ entries }: { entries: readonly HelpEntry[] }) {
  const { t, i18n } = useTranslation('help')
  const id = useId()
  return (
    <div className="flex flex-col gap-8">
      {helpTopics.map((topic) => {
        const own = entries
          .filter((entry) => entry.topic === topic)
          .toSorted((a, b) => a.title.localeCompare(b.title, i18n.language))
        if (own.length === 0) return null
        return (
          <section key={topic} aria-labelledby={`${id}-${topic}`}>
            <h2 id={`${id}-${topic}`} className="mb-1 text-base">
              {t(`topics.${topic}`)}
            </h2>
            <ul className="grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
              {own.map(({ key, title }) => (
                <li key={key}>
                  <Link to={articlePath(key)} className={lineClass}>
                    <bdi>{title}</bdi>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

interface FoundProps {
  entries: readonly HelpEntry[]
  words: string
  onAll: () => void
}

const MOST = 12

function Found({ entries, words, onAll }: FoundProps) {
  const { t } = useTranslation('help')
  const askInChat = useTryInChat()
  const shown = entries.slice(0, MOST)
  const ask = (
    <Button variant={shown.length === 0 ? 'primary' : 'secondary'} onClick={() => askInChat(words)}>
      {t('ask')}
    </Button>
  )
  return (
    <>
      <p role="status" className={shown.length === 0 ? 'sr-only' : 'mb-2 text-sm text-muted'}>
        {t('found', { count: shown.length })}
      </p>
      {shown.length === 0 ? (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={t('none', { words })}
          text={t('noneText')}
          action={
            <>
              {ask}
              <Button onClick={onAll}>{t('all')}</Button>
            </>
          }
        />
      ) : (
        <>
          <ul className="max-w-prose">
            {shown.map(({ key, title, topic }) => (
              <li key={key}>
                <Link to={articlePath(key, words)} className={`${lineClass} flex-wrap`}>
                  <bdi className="font-medium">{title}</bdi>{' '}
                  <span className="ms-2 text-sm text-muted">{t(`topics.${topic}`)}</span>
                </Link>
              </li>
            ))}
          </ul>
          <div className="mt-6 flex flex-wrap items-center gap-3">
            <p className="text-muted">{t('notIt')}</p>
            {ask}
          </div>
        </>
      )}
    </>
  )
}
