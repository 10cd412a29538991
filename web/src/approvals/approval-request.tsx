import type { Approval, ApprovalDetails } from '@atrium/contract/approvals'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { ApiError, referenceFor, sentenceFor } from '../platform/api.ts'
import { onOwnerChange } from '../platform/owner.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { ApprovalDecision, noWord, type Word, type WordDraft } from './approval-decision.tsx'
import { InputForm } from './input-form.tsx'
import { type Group, type InputSchema, isUnready, type Refusals, resolved, stillRefused } from './input-schema.ts'
import { ReadableValue } from './readable-value.tsx'

export interface ApprovalRequestProps {
  request: Pick<Approval, 'id' | 'argsHash' | 'effect' | 'input'>
  /** Gives the word to whoever keeps it. Throws what refuses it. */
  decide: (word: Word & { argsHash: string; input?: Group }) => Promise<unknown>
  /** What is said when it was not taken. */
  failed: string
  always?: string
  canRevise?: boolean
  names: { approve: string; reject: string }
  /** Between what is asked and the person's word. */
  children?: ReactNode
}

interface Draft extends WordDraft {
  /** What is to be done instead; null while nothing is edited. */
  input: Group | null
  refusals: Refusals
}
const nothing: Draft = { ...noWord, input: null, refusals: {} }

/**
 * What was typed, by the request: its card comes and goes as the list scrolls. It belongs to this very input; another one begins
 * anew.
 */
const drafts = new Map<string, Draft>()

// Whoever has left takes along what they wrote.
onOwnerChange(({ takesAlong }) => takesAlong || drafts.clear())

/** For tests: as after a reload. */
export const forgetApprovalDrafts = () => drafts.clear()

function useDraft({ id, argsHash }: ApprovalRequestProps['request']) {
  const key = `${id} ${argsHash}`
  const [held, setHeld] = useState({ key, draft: drafts.get(key) ?? nothing })
  const draft = held.key === key ? held.draft : (drafts.get(key) ?? nothing)
  // Onto the latest: more may have been typed while the server thought about it.
  const set = (change: Partial<Draft>) => {
    const next = { ...(drafts.get(key) ?? nothing), ...change }
    drafts.set(key, next)
    setHeld({ key, draft: next })
  }
  return [draft, set, () => drafts.delete(key)] as const
}

/** What exactly is to be done, as it is or to be changed, and the person's word on it. It is about what was shown and no other: its hash goes along. */
export function ApprovalRequest({ request, decide, failed, children, ...decision }: ApprovalRequestProps) {
  // The form's own words with them: what is fetched once it is open would hide the card for a moment, and take the focus away.
  const { t } = useTranslation(['approvals', 'kit'])
  const { id, argsHash, input } = request
  const [draft, setDraft, forget] = useDraft(request)
  const [isBusy, setIsBusy] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const isEditing = draft.input !== null
  const isChanged = draft.input !== null && JSON.stringify(draft.input) !== JSON.stringify(input)
  const toWrong = () => place.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()

  const send = async (word: Word) => {
    if (isBusy) return // by the keyboard a word is given twice as easily as once
    const isEdited = word.decision === 'approve' && draft.input !== null
    if (isEdited && isUnready(draft.input)) return toWrong()
    setIsBusy(true)
    try {
      await decide({ ...word, argsHash, ...(isEdited && isChanged && { input: draft.input as Group }) })
      forget()
    } catch (error) {
      const refusals = isEdited ? refusalsOf(error) : {}
      if (Object.keys(refusals).length > 0) {
        // Marked first, then gone to: a frame later may be a frame too early.
        flushSync(() => setDraft({ refusals }))
        toWrong()
      } else
        toast({
          variant: 'destructive',
          title: failed,
          description: sentenceFor(error),
          reference: referenceFor(error),
        })
    }
    setIsBusy(false)
  }
  return (
    <div ref={place} className="flex min-w-0 flex-col gap-3">
      <div className="min-w-0">
        <h4 className="mb-2 text-xs font-medium text-muted">{t('what')}</h4>
        {draft.input !== null ? (
          <Editor
            key={argsHash}
            id={id}
            within={place}
            value={draft.input}
            refusals={draft.refusals}
            onChange={(next) =>
              setDraft({ input: next, refusals: stillRefused(draft.refusals, draft.input ?? {}, next) })
            }
          />
        ) : Object.keys(input).length === 0 ? (
          <p className="text-muted">{t('nothing')}</p>
        ) : (
          <ReadableValue value={input} />
        )}
      </div>
      {children}
      <ApprovalDecision
        {...{ request, draft, isBusy, isEditing, isChanged }}
        {...decision}
        onDraft={setDraft}
        onEdit={(isOn) => setDraft({ input: isOn ? input : null, refusals: {} })}
        onWord={(word) => void send(word)}
      />
    </div>
  )
}

interface EditorProps {
  id: string
  within: RefObject<HTMLElement | null>
  value: Group
  refusals: Refusals
  onChange: (value: Group) => void
}

/** The form of its action, and where nobody knows what that takes, of what it was given. The first field has the focus when it is opened. */
function Editor({ id, within, ...form }: EditorProps) {
  const { data, isPending } = useQuery<ApprovalDetails>({ queryKey: [`/api/approvals/${encodeURIComponent(id)}`] })
  const here = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Whoever has gone on meanwhile stays where they are.
    const { activeElement } = document
    const isAtButton = activeElement?.getAttribute('aria-pressed') === 'true' && within.current?.contains(activeElement)
    if (!isPending && isAtButton) here.current?.querySelector<HTMLElement>('input, textarea, select, button')?.focus()
  }, [isPending, within])
  if (isPending) return <Skeleton className="h-20 w-full" />
  const root = (data?.inputSchema ?? undefined) as InputSchema | undefined
  const schema = resolved(root, root)
  return (
    <div ref={here}>
      <InputForm {...form} schema={schema?.properties ? schema : undefined} root={root} />
    </div>
  )
}

/** What is refused of the edits, by its place in the input. */
function refusalsOf(error: unknown): Refusals {
  const { field, fields } = ((error instanceof ApiError && error.details) || {}) as {
    field?: string
    fields?: { field: string; message: string }[]
  }
  const told = fields ?? (field === undefined ? [] : [{ field, message: sentenceFor(error) }])
  return Object.fromEntries(
    told.flatMap(({ field: path, message }) => {
      const [first, ...rest] = path.split('.')
      return first === 'input' && rest.length > 0 ? [[rest.join('.'), message]] : []
    }),
  )
}
