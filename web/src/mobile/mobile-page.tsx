import '../chat/chat.css'
import type { Space } from '@atrium/contract/catalogue/spaces'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { continueReply, reconnect, regenerate } from '../chat/thread-actions.ts'
import { type ThreadActions, ThreadContext } from '../chat/thread-context.ts'
import { ThreadUnavailable } from '../chat/thread-unavailable.tsx'
import { said } from '../i18n/said.ts'
import { ApiError, referenceFor, sentenceFor } from '../platform/api.ts'
import { useSession } from '../platform/session.ts'
import { OfflineNotice } from '../shell/offline-notice.tsx'
import { usePageTitle } from '../shell/page-title.ts'
import { toast } from '../ui/toast.tsx'
import { IndustrySheet } from './industry-sheet.tsx'
import { MobileComposer, type MobileComposerHandle } from './mobile-composer.tsx'
import { useFocus, type View } from './mobile-focus.ts'
import { MobileHeader } from './mobile-header.tsx'
import { MobileMessages } from './mobile-messages.tsx'
import { type Exchange, useMobileChat } from './use-mobile-chat.ts'
import { useVisibleHeight } from './use-visible-height.ts'

/** An open sheet is a step of the browser's history, so that its back button closes it. */
const SHEET = { sheet: 'industry' }
const FINE = '(pointer: fine)'

/** A Space's display label: the brand, and its title in the person's language. */
const labelOf = (space: Space): string => space.label.replace(space.title, () => said(space.title))

/** The mobile chat, /m (spec 2.5). */
export function MobilePage() {
  const { t } = useTranslation('mobile')
  const navigate = useNavigate()
  const location = useLocation()
  const { isAdmin } = useSession()
  const page = useRef<HTMLDivElement>(null)
  const main = useRef<HTMLElement>(null)
  const composer = useRef<MobileComposerHandle>(null)
  const focus = useFocus()
  const chat = useMobileChat(focus)
  const { threadId, busy, view } = chat
  usePageTitle(t('title'))
  useVisibleHeight(page)

  const isSheetOpen = (location.state as { sheet?: string } | null)?.sheet === SHEET.sheet
  // The control that was used is gone. Where a finger is the pointer, the composer would bring the keyboard up.
  const goOn = useCallback(
    () => (matchMedia(FINE).matches ? composer.current?.focus() : main.current?.focus({ preventScroll: true })),
    [],
  )
  const openSheet = () => isSheetOpen || void navigate('.', { state: SHEET })
  // Once for each opening: a second tap comes before the history has stepped back, and would leave the page.
  const closing = useRef(false)
  useEffect(() => {
    closing.current = !isSheetOpen
  }, [isSheetOpen])
  const closeSheet = () => {
    if (closing.current) return
    closing.current = true
    void navigate(-1)
  }
  const back = () => {
    if (isSheetOpen) closeSheet()
    else if (location.key !== 'default') void navigate(-1)
    else void navigate('/')
  }
  const choose = (space: Space | null) => {
    if (closing.current) return
    focus.setIndustry(space?.key ?? null)
    focus.setView(space ? 'industries' : 'personal')
    chat.note(
      space
        ? t('note.industry', { label: labelOf(space), description: said(space.shortDescription) })
        : t('note.general'),
    )
    closeSheet()
  }
  const changeView = (next: View) => {
    focus.setView(next)
    // Chosen again, it is where another industry is found.
    if (next === 'industries' && (focus.view === 'industries' || !focus.industry)) openSheet()
  }
  const startAnew = () => {
    chat.startAnew()
    goOn()
  }
  const again = (exchange: Exchange) => {
    chat.again(exchange)
    goOn()
  }
  useEffect(() => {
    if (matchMedia(FINE).matches) composer.current?.focus()
  }, [])
  const stop = () =>
    void chat.stop().catch((error: unknown) =>
      toast({
        variant: 'destructive',
        title: t('chat.stopFailed'),
        description: sentenceFor(error),
        reference: referenceFor(error),
      }),
    )

  const actions = useMemo((): ThreadActions => {
    const inThread = (act: (id: string) => Promise<void>) => {
      if (!threadId) return
      act(threadId).catch((error: unknown) =>
        toast({
          variant: 'destructive',
          title: t('chat.actionFailed'),
          description: sentenceFor(error),
          reference: referenceFor(error),
        }),
      )
    }
    const none = () => undefined
    return {
      threadId: threadId ?? null,
      busy,
      isAdmin,
      // Messages are not changed here, and their branches not shown.
      startEdit: none,
      changeEdit: none,
      cancelEdit: none,
      saveEdit: none,
      select: none,
      regenerate: (message, model) => {
        inThread((id) => regenerate(id, message, model))
        goOn()
      },
      continueReply: (message) => {
        inThread((id) => continueReply(id, message))
        goOn()
      },
      reconnect: () => threadId && reconnect(threadId),
    }
  }, [threadId, busy, isAdmin, t, goOn])

  const isGone = view.error instanceof ApiError && view.error.status === 404
  return (
    <ThreadContext value={actions}>
      <div
        ref={page}
        className="fixed inset-x-0 top-0 z-30 flex h-dvh flex-col bg-canvas px-[max(env(safe-area-inset-left),env(safe-area-inset-right))]"
      >
        <MobileHeader
          focus={focus}
          onBack={back}
          onOpenSheet={openSheet}
          onView={changeView}
          onStartAnew={view.messages.length + chat.locals.length > 0 ? startAnew : undefined}
          busy={busy}
        />
        <OfflineNotice />
        <main ref={main} tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
          <h1 className="sr-only">{t('title')}</h1>
          {view.error && !isGone && !view.thread && !view.live ? (
            <ThreadUnavailable error={view.error} onRetry={view.reload} />
          ) : (
            <MobileMessages chat={{ ...chat, again }} onSuggest={(text) => composer.current?.fill(text)} />
          )}
          <MobileComposer
            ref={composer}
            busy={busy}
            stopping={view.live?.stopping ?? false}
            onSend={chat.send}
            onStop={stop}
          />
        </main>
        <IndustrySheet open={isSheetOpen} onClose={closeSheet} chosen={focus.industry} onChoose={choose} />
      </div>
    </ThreadContext>
  )
}
