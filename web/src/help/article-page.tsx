import '../chat/chat.css'
import { directionOf } from '@atrium/contract/catalogue/language-codes'
import type { HelpArticle } from '@atrium/contract/help'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { useTryInChat } from '../catalogue/use-try-in-chat.ts'
import { Markdown } from '../chat/markdown.tsx'
import { ApiError, sentenceFor } from '../platform/api.ts'
import { NotFound } from '../shell/not-found.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { useShortcut } from '../shell/use-shortcut.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useHelpArticle, useHelpList } from './help.ts'

/** /help/:key: one article, with the way to the place that it is about. */
export function HelpArticlePage() {
  const { t } = useTranslation('help')
  const { key = '' } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { data: article, error, refetch } = useHelpArticle(key)
  const title = useHelpList().data?.find((entry) => entry.key === key)?.title
  const words = params.get('q') ?? ''
  const list = `/help${words ? `?${new URLSearchParams({ q: words })}` : ''}`
  useShortcut('/', () => void navigate(list, { state: { find: true } }))
  if (error instanceof ApiError && error.status === 404) return <NotFound />
  return (
    <PageFrame
      title={article?.title ?? title ?? t('title')}
      width="prose"
      actions={article && <Way article={article} />}
    >
      <Link
        to={list}
        className="-mt-2 mb-4 inline-flex items-center gap-1.5 self-start text-sm text-muted hover:text-ink touch:min-h-11"
      >
        <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
        {t('back')}
      </Link>
      {article ? (
        <Body article={article} words={words} />
      ) : error ? (
        <EmptyState
          title={t('errors.loadFailed')}
          text={sentenceFor(error)}
          action={<Button onClick={() => void refetch()}>{t('common.retry')}</Button>}
        />
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </PageFrame>
  )
}

/** The chat is where most articles without a place of their own belong. */
function Way({ article: { link } }: { article: HelpArticle }) {
  const { t } = useTranslation('help')
  return (
    <Link to={link} className={buttonClass('primary')}>
      {t(link === '/' ? 'openChat' : 'open')}
      <ArrowRight aria-hidden className="size-4 rtl:-scale-x-100" />
    </Link>
  )
}

function Body({ article: { title, asks, body, language }, words }: { article: HelpArticle; words: string }) {
  const { t } = useTranslation('help')
  const askInChat = useTryInChat()
  return (
    <>
      <article lang={language} dir={directionOf(language)}>
        <Markdown text={body} />
      </article>
      <footer className="mt-8 flex flex-wrap items-center gap-3 border-t border-line pt-4">
        <p className="text-muted">{t('notIt')}</p>
        <Button onClick={() => askInChat(words || (asks[0] ?? title))}>{t('ask')}</Button>
      </footer>
    </>
  )
}
