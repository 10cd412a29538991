import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { usePreferences } from '../chat/chat-preferences.ts'
import { threadQuery } from '../chat/thread-queries.ts'

export interface Focus {
  /** As commands name it, without dashes; absent outside every Space. */
  industry: string | undefined
  /** The persona. */
  mode: string
}

/** Which Space the page or the conversation stands in, and who answers. */
export function useFocus(): Focus {
  const [, kind = '', key = ''] = useLocation().pathname.split('/')
  const { data: thread } = useQuery({ ...threadQuery(key), enabled: false })
  const { persona } = usePreferences()
  const space = kind === 'spaces' || kind === 'industry' ? key : kind === 'c' ? thread?.space : ''
  return {
    industry: space?.replaceAll('-', '').toLowerCase() || undefined,
    mode: (kind === 'c' && thread?.persona) || persona,
  }
}
