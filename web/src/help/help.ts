import type { HelpArticle, HelpEntry, HelpList } from '@atrium/contract/help'
import { useQuery } from '@tanstack/react-query'

const HELP = '/api/help'

export const useHelpList = () =>
  useQuery<HelpList, Error, HelpEntry[]>({ queryKey: [HELP], select: ({ articles }) => articles })

export const useHelpArticle = (key: string) => useQuery<HelpArticle>({ queryKey: [HELP, encodeURIComponent(key)] })

/** Where an article is read; `words` are those that it was searched by. */
export const articlePath = (key: string, words = ''): string =>
  `/help/${key}${words ? `?${new URLSearchParams({ q: words })}` : ''}`
