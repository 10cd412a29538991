import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSession } from '../platform/session.ts'
import { threadsQuery } from './thread-queries.ts'

const chips = ['help', 'capabilities', 'project', 'how'] as const
const RECENT = 3

/** The empty chat: one line of greeting, and what the person did last, or four ways to begin. */
export function Welcome({ onSuggest }: { onSuggest: (text: string) => void }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const { data, isPending } = useInfiniteQuery(threadsQuery(false))
  const recent = (data?.pages[0]?.threads ?? []).slice(0, RECENT)
  const name = user?.firstName || user?.username
  const time = greetingTime(new Date().getHours())
  return (
    <div className="chat-column flex min-h-0 flex-1 flex-col justify-center overflow-y-auto py-8">
      <h1 className="text-2xl text-pretty">
        {name ? t(`chat.greeting.${time}Name`, { name }) : t(`chat.greeting.${time}`)}
      </h1>
      <div className="mt-6 min-h-32">
        {recent.length > 0 && (
          <nav aria-label={t('chat.recent')}>
            <h2 className="mb-1.5 text-sm font-medium text-muted">{t('chat.recent')}</h2>
            <ul className="-mx-2.5 flex flex-col">
              {recent.map((thread) => (
                <li key={thread.id}>
                  <Link
                    to={`/c/${thread.id}`}
                    className="flex min-h-10 items-center gap-3 rounded-md px-2.5 hover:bg-hover touch:min-h-11"
                  >
                    <MessageSquare aria-hidden className="size-4 shrink-0 text-faint" />
                    <span
                      dir="auto"
                      className="truncate [text-align:-webkit-match-parent] [text-align:match-parent]"
                      title={thread.title}
                    >
                      {thread.title}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
        {!isPending && recent.length === 0 && (
          <ul className="flex flex-wrap gap-2">
            {chips.map((chip) => (
              <li key={chip}>
                <button
                  type="button"
                  onClick={() => onSuggest(t(`chat.suggestion.${chip}`))}
                  className="min-h-9 rounded-lg border border-line px-3.5 py-1.5 text-start hover:border-line-strong hover:bg-surface touch:min-h-11"
                >
                  {t(`chat.suggestion.${chip}`)}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

const greetingTime = (hour: number): 'night' | 'morning' | 'afternoon' | 'evening' =>
  hour < 5 ? 'night' : hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
