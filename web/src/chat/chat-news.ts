import { useEffect } from 'react'
import { onNews, onNewsGap } from '../platform/live.ts'
import { onOwnerChange } from '../platform/owner.ts'
import { queryClient } from '../platform/query.ts'
import { hearOfThread } from './thread-follow.ts'
import { refreshThreads } from './thread-queries.ts'
import { drop, runtimes } from './thread-runtime.ts'

let users = 0
let stop = () => {}

/** Keeps lists and conversations as the server has them: what happens in other tabs and on other devices, and what was missed offline. */
export function useChatNews(): void {
  useEffect(() => {
    users += 1
    if (users === 1) stop = listen()
    return () => {
      users -= 1
      if (users === 0) stop()
    }
  }, [])
}

function listen(): () => void {
  const unlisten = onNews((news) => {
    if (news.topic === 'threads') void refreshThreads()
    if (news.topic === 'thread' && 'id' in news && news.id) hearOfThread(news.id)
  })
  const catchUp = () => {
    void refreshThreads()
    for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: ['/api/chat/thread'] }))
      hearOfThread(String(queryKey[1]))
  }
  const unwatch = onNewsGap(catchUp)
  return () => {
    unlisten()
    unwatch()
  }
}

/** Who leaves takes the replies that are being written along. They go on at the server. */
onOwnerChange(({ takesAlong }) => {
  if (takesAlong) return
  for (const [key, { stream }] of runtimes) {
    stream?.abort()
    drop(key)
  }
})
