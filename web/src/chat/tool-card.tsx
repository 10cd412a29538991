import type { ToolResult } from '@atrium/contract/chat'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, ChevronDown, CircleAlert, CircleSlash, Hand, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApprovalRequestProps } from '../approvals/approval-request.tsx'
import type { WordShownProps } from '../approvals/word-shown.tsx'
import { ApiError, api, referenceFor, sentenceFor } from '../platform/api.ts'
import { part } from '../platform/part.tsx'
import { ScopeName } from '../teams/scope-parts.ts'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.tsx'
import { useThreadActions } from './thread-context.ts'
import { hearOfThread } from './thread-follow.ts'
import { ToolValue } from './tool-value.tsx'

type Decision = 'approve' | 'reject'

const ApprovalRequest = /* @__PURE__ */ part<ApprovalRequestProps>(() =>
  import('../approvals/approval-request.tsx').then((file) => file.ApprovalRequest),
)
const WordShown = /* @__PURE__ */ part<WordShownProps>(() =>
  import('../approvals/word-shown.tsx').then((file) => file.WordShown),
)

/** Something the assistant did or wants to do: what, how it went, and the way back. */
export function ToolCard({ tool }: { tool: ToolResult }) {
  const { t } = useTranslation()
  const { threadId } = useThreadActions()
  const [open, setOpen] = useState(false)
  const card = useRef<HTMLElement>(null)
  const [undone, setUndone] = useUndone(tool.undo)
  const [undoing, setUndoing] = useState(false)
  const [decided, setDecided] = useState<Decision | null>(null)
  const state = tool.state === 'confirm' && decided ? (decided === 'approve' ? 'running' : 'declined') : tool.state

  const decide = async (word: Parameters<ApprovalRequestProps['decide']>[0]) => {
    await api.post(`/api/approvals/${encodeURIComponent(tool.approval?.id ?? '')}/decide`, word)
    // The buttons are about to go: who decides by keyboard stays at the card.
    card.current?.focus({ preventScroll: true })
    setDecided(word.decision === 'approve' ? 'approve' : 'reject')
    if (threadId) hearOfThread(threadId)
  }
  const takeBack = async (change: string) => {
    setUndoing(true)
    try {
      await api.post(`/api/changes/${encodeURIComponent(change)}/undo`).catch((error: unknown) => {
        if (!isUndoneAlready(error)) throw error
      })
      setUndone()
      card.current?.focus({ preventScroll: true })
    } catch (error) {
      toast({
        variant: 'destructive',
        title: t('chat.tool.undoFailed'),
        description: sentenceFor(error),
        reference: referenceFor(error),
      })
    }
    setUndoing(false)
  }

  const hasMore =
    state !== 'confirm' && (tool.output !== undefined || tool.error !== undefined || hasContent(tool.input))
  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-label={tool.summary}
      className="my-3 overflow-hidden rounded-lg border border-line bg-popover text-sm first:mt-0"
    >
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1.5 ps-3.5 pe-2">
        <StateIcon state={state} />
        <span className="flex min-w-40 flex-1 flex-wrap items-baseline gap-x-2">
          <bdi className={undone ? 'text-muted line-through' : undefined}>{tool.summary}</bdi>
          <span className="text-xs text-muted">{undone ? t('chat.tool.undone') : t(`chat.tool.state.${state}`)}</span>
          {tool.scope && <ScopeName scope={tool.scope} failed={null} />}
        </span>
        {tool.undo && state === 'done' && !undone && (
          <Button
            size="sm"
            variant="ghost"
            icon={<Undo2 className="size-4" />}
            loading={undoing}
            onClick={() => tool.undo && takeBack(tool.undo)}
          >
            {t('common.undo')}
          </Button>
        )}
        {hasMore && (
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink touch:size-10"
          >
            <span className="sr-only">{t('chat.tool.details')}</span>
            <ChevronDown
              aria-hidden
              className={`size-4 transition-transform duration-160 ${open ? 'rotate-180' : ''}`}
            />
          </button>
        )}
      </div>
      {state === 'confirm' && (
        <div className="border-t border-line bg-surface px-3.5 py-3">
          <p className="mb-2 text-muted">{t('chat.tool.asks')}</p>
          <ApprovalRequest
            request={{
              id: tool.approval?.id ?? '',
              argsHash: tool.approval?.argsHash ?? '',
              effect: tool.effect === 'send' ? 'send' : 'write',
              input: isGroup(tool.input) ? tool.input : {},
            }}
            decide={decide}
            failed={t('chat.tool.decideFailed')}
            {...(tool.effect === 'write' && !tool.scope && { always: t('chat.tool.always') })}
            names={{ approve: t('chat.tool.allow'), reject: t('chat.tool.decline') }}
            placeholder={<ToolValue value={tool.input} />}
          />
        </div>
      )}
      {state !== 'confirm' && (tool.asked !== undefined || tool.note) && (
        <div className="border-t border-line px-3.5 py-2.5">
          <WordShown input={tool.input} asked={tool.asked} note={tool.note} />
        </div>
      )}
      {open && state !== 'confirm' && (
        <div className="flex flex-col gap-3 border-t border-line px-3.5 py-3">
          {tool.error && <p className="text-danger-ink">{tool.error}</p>}
          {tool.output !== undefined ? <ToolValue value={tool.output} /> : <ToolValue value={tool.input} />}
        </div>
      )}
    </section>
  )
}

/** Whether a change was taken back. Kept with what was fetched: the card itself comes and goes as the list scrolls. */
function useUndone(change: string | undefined): [undone: boolean, setUndone: () => void] {
  const client = useQueryClient()
  const queryKey = ['undone', change]
  const { data = false } = useQuery<boolean>({ queryKey, queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY })
  return [data, () => void client.setQueryData(queryKey, true)]
}

/** In another tab, by another card, before a reload: what was wanted has happened. */
const isUndoneAlready = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'conflict' && /undone already/i.test(error.sentence)

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hasContent = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

function StateIcon({ state }: { state: ToolResult['state'] }) {
  const size = 'size-4 shrink-0'
  switch (state) {
    case 'running':
      return <Spinner />
    case 'confirm':
      return <Hand aria-hidden className={`${size} text-warning-ink`} />
    case 'done':
      return <Check aria-hidden className={`${size} text-success-ink`} />
    case 'failed':
      return <CircleAlert aria-hidden className={`${size} text-danger-ink`} />
    case 'declined':
      return <CircleSlash aria-hidden className={`${size} text-faint`} />
  }
}
