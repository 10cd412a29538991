import './chat.css'
import type { Message, ThreadHistory } from '@atrium/contract/chat'
import { CircleAlert } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams, useSearchParams } from 'react-router'
import { referenceFor, sentenceFor } from '../platform/api.ts'
import { part } from '../platform/part.tsx'
import { useSession } from '../platform/session.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { MOBILE, useMedia } from '../shell/use-media.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { Composer, type ComposerHandle } from './composer.tsx'
import { useFileDrop } from './composer-drop.ts'
import { isActive } from './live-reply.ts'
import { MessagesSkeleton } from './messages-skeleton.tsx'
import { Notice } from './notice.tsx'
import { Welcome } from './suggestions.tsx'
import { continueReply, editMessage, reconnect, regenerate, selectBranch, stopReply } from './thread-actions.ts'
import { type Editing, type ThreadActions, ThreadContext } from './thread-context.ts'
import { addFiles } from './upload-store.ts'
import { useSending } from './use-sending.ts'
import { useThread } from './use-thread.ts'

const ThreadUnavailable = part(() => import('./thread-unavailable.tsx').then((module) => module.ThreadUnavailable))
const MessageList = part(() => import('./message-list.tsx').then((module) => module.MessageList))

const SpaceCrumb = part(() => import('../spaces/space-crumb.tsx').then((module) => module.SpaceCrumb))
const MobileOffer = part(() => import('../mobile/mobile-offer.tsx').then((module) => module.MobileOffer))

/** What a conversation is drawn with. The empty page does without, until the person does anything at all. */
function loadConversation(): void {
  void MessageList.load()
  import('./markdown.tsx').catch((cause: unknown) => console.error('Markdown could not be loaded yet.', cause))
}
if (location.pathname.startsWith('/c/')) loadConversation()
else for (const sign of ['keydown', 'pointerdown']) addEventListener(sign, loadConversation, { once: true })

/** `/` and `/c/:threadId`. */
export function ChatPage() {
  const { threadId } = useParams()
  const { t } = useTranslation()
  const target = useSearchParams()[0].get('m')
  const { isAdmin } = useSession()
  const view = useThread(threadId)
  const { thread, messages, live, key } = view
  const { send, refused } = useSending(threadId, thread)
  const drop = useFileDrop((files) => addFiles(key, files))
  const composer = useRef<ComposerHandle>(null)
  const [editing, setEditing] = useState<Editing | null>(null)
  const busy = isActive(live)
  const isMobile = useMedia(MOBILE)
  usePageTitle(thread?.title ?? '')
  useTargetBranch(thread, target)

  // A thread that has just been made here goes on in the list it began in; any other gets a list of its own.
  const [list, setList] = useState({ key, number: 0 })
  if (list.key !== key) {
    setList({ key, number: list.key === 'new' && live ? list.number : list.number + 1 })
    setEditing(null)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: every thread opens ready to type
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) composer.current?.focus()
  }, [threadId])

  const stop = () =>
    stopReply(key).catch((error: unknown) =>
      toast({
        variant: 'destructive',
        title: t('chat.stopFailed'),
        description: sentenceFor(error),
        reference: referenceFor(error),
      }),
    )
  useEscape(busy, stop)

  const actions = useMemo((): ThreadActions => {
    const attempt = (task: Promise<void>) =>
      void task.catch((error: unknown) =>
        toast({
          variant: 'destructive',
          title: t('chat.actionFailed'),
          description: sentenceFor(error),
          reference: referenceFor(error),
        }),
      )
    // The control that was used goes with its message. Where a finger is the pointer, the keyboard would come up.
    const toComposer = () => matchMedia('(pointer: fine)').matches && composer.current?.focus()
    const inThread = (act: (id: string) => Promise<void>) => threadId && attempt(act(threadId))
    return {
      threadId: threadId ?? null,
      busy,
      isAdmin,
      startEdit: ({ id, content }) => setEditing({ id, text: content }),
      changeEdit: (text) => setEditing((now) => now && { ...now, text }),
      cancelEdit: () => {
        setEditing(null)
        composer.current?.focus()
      },
      saveEdit: (message, text) => {
        toComposer()
        if (text === message.content) return setEditing(null)
        inThread(async (id) => {
          // What was written stays until the server has it; refused, it stands in the form again.
          await editMessage(id, message, text)
          setEditing(null)
        })
      },
      regenerate: (message, model) => {
        inThread((id) => regenerate(id, message, model))
        // The menu that it was chosen from keeps the focus until it has closed.
        setTimeout(toComposer)
      },
      continueReply: (message) => {
        inThread((id) => continueReply(id, message))
        toComposer()
      },
      select: (messageId) => inThread((id) => selectBranch(id, messageId)),
      reconnect: () => reconnect(key),
    }
  }, [threadId, key, busy, isAdmin, t])

  const editLast = () => {
    const last = messages.findLast((message: Message) => message.role === 'user')
    if (last && threadId) setEditing({ id: last.id, text: last.content })
  }

  if (view.error && !thread && !live) return <ThreadUnavailable error={view.error} onRetry={view.reload} />
  return (
    <ThreadContext value={actions}>
      <div className="flex min-h-0 flex-1 flex-col" {...drop.on}>
        {isMobile && !threadId && <MobileOffer failed={null} />}
        {threadId && (
          <header className="flex h-12 shrink-0 items-center phone:sr-only">
            <div className="chat-column flex items-center gap-1.5">
              {thread?.space && <SpaceCrumb space={thread.space} failed={null} />}
              <h1 dir="auto" className="min-w-0 flex-1 truncate text-sm font-medium" title={thread?.title}>
                {thread?.title ?? ''}
              </h1>
            </div>
          </header>
        )}
        {view.loading ? (
          <MessagesSkeleton />
        ) : messages.length > 0 ? (
          <MessageList
            key={list.number}
            messages={messages}
            live={live}
            editing={editing}
            target={target}
            placeholder={<MessagesSkeleton />}
          />
        ) : (
          <Welcome onSuggest={(text) => composer.current?.fill(text)} />
        )}
        <div className="shrink-0">
          {refused && (
            <div className="chat-column pb-2" role="alert">
              <Notice
                icon={<CircleAlert />}
                tone="danger"
                sentence={refused.sentence}
                detail={refused.detail ?? t('chat.refusedDetail')}
              >
                <Button size="sm" onClick={send}>
                  {t('chat.sendAgain')}
                </Button>
              </Notice>
            </div>
          )}
          <Composer
            ref={composer}
            draftKey={key}
            thread={thread}
            busy={busy}
            stopping={live?.stopping ?? false}
            dragging={drop.dragging}
            onSend={send}
            onStop={stop}
            onEditLast={editLast}
          />
        </div>
      </div>
    </ThreadContext>
  )
}

/** A search or a link may lead to a message of another branch: that branch is shown, once for each time it is led to. */
function useTargetBranch(thread: ThreadHistory | undefined, target: string | null): void {
  const { t } = useTranslation()
  const { key: visit } = useLocation()
  const [sought, setSought] = useState('')
  useEffect(() => {
    if (!thread || !target || sought === visit) return
    setSought(visit)
    if (thread.messages.some(({ id }) => id === target)) return
    selectBranch(thread.id, target).catch((error: unknown) =>
      toast({
        variant: 'destructive',
        title: t('chat.actionFailed'),
        description: sentenceFor(error),
        reference: referenceFor(error),
      }),
    )
  }, [thread, target, visit, sought, t])
}

/** Escape stops the reply, unless something that floats takes it. */
function useEscape(on: boolean, act: () => void): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    if (!on) return
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return
      latest.current()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [on])
}
