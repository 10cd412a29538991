import type { Thread } from '@atrium/contract/chat'
import { useTranslation } from 'react-i18next'
import { useMatch, useNavigate } from 'react-router'
import { api, referenceFor, sentenceFor } from '../platform/api.ts'
import { toast } from '../ui/toast.tsx'
import { changeInLists, refreshThreads, saveThread } from './thread-queries.ts'

export interface ThreadCommands {
  rename: (thread: Thread, title: string) => Promise<void>
  pin: (thread: Thread) => Promise<void>
  archive: (thread: Thread) => Promise<void>
  remove: (thread: Thread) => Promise<void>
}

/** What can be done to a thread from a list. All of it shows at once; what takes a thread away offers the way back. */
export function useThreadCommands(): ThreadCommands {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const current = useMatch('/c/:threadId')?.params.threadId

  const attempt = async (task: () => Promise<unknown>, title: string): Promise<boolean> => {
    try {
      await task()
      return true
    } catch (error) {
      void refreshThreads()
      toast({ variant: 'destructive', title, description: sentenceFor(error), reference: referenceFor(error) })
      return false
    }
  }
  const archive = async (thread: Thread): Promise<void> => {
    const archived = !thread.archived
    const done = await attempt(() => saveThread(thread, { archived }), t('chat.threads.archiveFailed'))
    void refreshThreads()
    if (!done || !archived) return
    if (current === thread.id) void navigate('/')
    toast({
      title: t('chat.threads.archivedToast', { title: thread.title }),
      action: {
        label: t('common.undo'),
        altText: t('chat.threads.archivedAlt'),
        onClick: () => void archive({ ...thread, archived: true }),
      },
    })
  }
  const restore = async (thread: Thread): Promise<void> => {
    await attempt(
      () => api.post(`/api/threads/${encodeURIComponent(thread.id)}/restore`),
      t('chat.threads.restoreFailed'),
    )
    void refreshThreads()
  }
  return {
    rename: async (thread, title) =>
      void (await attempt(() => saveThread(thread, { title }), t('chat.threads.renameFailed'))),
    pin: async (thread) => {
      await attempt(() => saveThread(thread, { pinned: !thread.pinned }), t('chat.threads.pinFailed'))
      void refreshThreads()
    },
    archive,
    remove: async (thread) => {
      changeInLists(thread.id, () => null)
      if (current === thread.id) void navigate('/')
      if (
        !(await attempt(
          () => api.delete(`/api/threads/${encodeURIComponent(thread.id)}`),
          t('chat.threads.deleteFailed'),
        ))
      )
        return
      toast({
        title: t('chat.threads.deletedToast', { title: thread.title }),
        action: { label: t('common.undo'), altText: t('chat.threads.deletedAlt'), onClick: () => void restore(thread) },
      })
    },
  }
}
