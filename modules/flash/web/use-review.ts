import { ApiError, api, sentenceFor, toast, useAction, useModuleQuery, uuid } from '@atrium/web/kit'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type flash from '../module.ts'
import type { Asked, Counts } from '../module.ts'
import type { KeptAct } from '../offline-actions.ts'
import type { Grade } from '../records.ts'
import { dropStep, keepStep, noteSent } from './offline/kept.ts'
import { useTexts } from './texts.ts'

const FLASH = ['module', 'flash']
const NO_LOOKS: Readonly<Record<string, string>> = {}

interface Done {
  change: string | null
  card: Asked
  /** The answer's id. */
  answer: string | null
}

/** What a review shows and does, whether its cards are the server's or kept here. */
export interface Reviewing {
  card: Asked | null
  isShown: boolean
  counts: Counts | undefined
  /** The styling of note types, by their keys. */
  looks: Readonly<Record<string, string>>
  nextDue: string | null
  reviewed: number
  error: unknown
  isOver: boolean
  reveal: () => void
  grade: (grade: Grade) => Promise<void>
  bury: () => Promise<void>
  suspend: () => Promise<void>
  undo: () => Promise<void>
  canUndo: boolean
}

type Graded = Extract<KeptAct, { kind: 'grade' }>
interface Answered {
  output: { leech: boolean }
  change: string | null
}

/**
 * One card after the other. The next one comes at once from what is known, while the grade is on its way; only when nothing
 * is known does it wait for the server. An answer that the server could not be given is kept here, to be sent later (`onLost`).
 */
export function useReview(deck: string | null, onLost: () => void): Reviewing {
  const { t } = useTexts()
  const client = useQueryClient()
  const { data, error, isFetching } = useModuleQuery<typeof flash, 'queue'>('flash', 'queue', {
    limit: 10,
    ...(deck && { deck }),
  })
  const burying = useAction<typeof flash, 'bury'>('flash', 'bury', { done: t('review.buried') })
  const suspending = useAction<typeof flash, 'suspend'>('flash', 'suspend', { done: t('review.suspended') })
  const [card, setCard] = useState<Asked | null>(null)
  const [isShown, setIsShown] = useState(false)
  const [done, setDone] = useState<Done[]>([])
  const [onTheWay, setOnTheWay] = useState(0)
  const gone = useRef(new Set<string>())
  const asked = useRef(0)

  const show = (next: Asked | null) => {
    setCard(next)
    setIsShown(false)
    asked.current = performance.now()
  }
  const isSettled = !isFetching && onTheWay === 0
  useEffect(() => {
    if (!data || !isSettled) return
    const now = card && data.cards.find(({ id }) => id === card.id)
    if (!card && data.cards[0]) show(data.cards[0])
    // The same card, changed meanwhile: its words, or what its buttons do.
    else if (now && now !== card) setCard(now)
  })

  /** Leaves the card for the next one, and does `act` with it. */
  const leave = async (act: (card: Asked) => Promise<{ change: string | null }>, answer: string | null = null) => {
    if (!card) return
    gone.current.add(card.id)
    show(data?.cards.find(({ id }) => !gone.current.has(id)) ?? null)
    setOnTheWay((count) => count + 1)
    try {
      const { change } = await act(card)
      setDone((list) => [...list, { change, card, answer }])
    } catch {
      show(card) // it has been said why
    } finally {
      gone.current.delete(card.id)
      setOnTheWay((count) => count - 1)
    }
  }
  /** Whether the server had it or not is unknown where it does not answer: under its id it counts once. */
  const give = async (act: Graded): Promise<{ change: string | null }> => {
    const { card: id, grade, took, id: answer } = act
    try {
      const given = await api.post<Answered>('/api/m/flash/grade', { id, grade, took, answer })
      void noteSent(act)
      await client.cancelQueries({ queryKey: FLASH })
      await client.invalidateQueries({ queryKey: FLASH })
      if (given.output.leech) toast({ title: t('review.leech') })
      return given
    } catch (error) {
      if (!(error instanceof ApiError) || error.status > 0) {
        toast({ variant: 'destructive', title: sentenceFor(error) })
        throw error
      }
      await keepStep(act)
      onLost()
      return { change: null }
    }
  }
  const undo = async () => {
    const last = done.at(-1)
    if (!last || onTheWay > 0) return
    setDone(done.slice(0, -1))
    setOnTheWay((count) => count + 1)
    try {
      if (last.change) await api.post(`/api/changes/${last.change}/undo`)
      if (last.answer) void dropStep(last.answer)
      await client.invalidateQueries({ queryKey: FLASH })
      show(last.card)
    } catch (failure) {
      toast({ variant: 'destructive', title: sentenceFor(failure) })
    } finally {
      setOnTheWay((count) => count - 1)
    }
  }
  return {
    card,
    isShown,
    counts: data?.counts,
    /** The styling of note types, by their keys. */
    looks: data?.looks ?? NO_LOOKS,
    nextDue: data?.nextDue ?? null,
    reviewed: done.length,
    error,
    isOver: data !== undefined && isSettled && !card && data.cards.length === 0,
    reveal: () => setIsShown(true),
    grade: (grade: Grade) => {
      const took = Math.round(performance.now() - asked.current)
      const at = new Date().toISOString()
      const answer = uuid()
      return leave(({ id }) => give({ kind: 'grade', id: answer, card: id, at, grade, took }), answer)
    },
    bury: () => leave(({ id }) => burying.mutateAsync({ ids: [id] })),
    suspend: () => leave(({ id }) => suspending.mutateAsync({ ids: [id] })),
    undo,
    canUndo: done.length > 0,
  }
}
