import { api, sentenceFor, toast, useAction, useModuleQuery } from '@atrium/web/kit'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type flash from '../module.ts'
import type { Asked } from '../module.ts'
import type { Grade } from '../records.ts'
import { useTexts } from './texts.ts'

const NO_LOOKS: Readonly<Record<string, string>> = {}

interface Done {
  change: string | null
  card: Asked
}

/**
 * One card after the other. The next one comes at once from what is known, while the grade is on its way; only when nothing
 * is known does it wait for the server.
 */
export function useReview(deck: string | null) {
  const { t } = useTexts()
  const client = useQueryClient()
  const { data, error, isFetching } = useModuleQuery<typeof flash, 'queue'>('flash', 'queue', {
    limit: 10,
    ...(deck && { deck }),
  })
  const grading = useAction<typeof flash, 'grade'>('flash', 'grade')
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
  const leave = async (act: (card: Asked) => Promise<{ change: string | null }>) => {
    if (!card) return
    gone.current.add(card.id)
    show(data?.cards.find(({ id }) => !gone.current.has(id)) ?? null)
    setOnTheWay((count) => count + 1)
    try {
      const { change } = await act(card)
      setDone((list) => [...list, { change, card }])
    } catch {
      show(card) // useAction has said why
    } finally {
      gone.current.delete(card.id)
      setOnTheWay((count) => count - 1)
    }
  }
  const undo = async () => {
    const last = done.at(-1)
    if (!last || onTheWay > 0) return
    setDone(done.slice(0, -1))
    setOnTheWay((count) => count + 1)
    try {
      if (last.change) await api.post(`/api/changes/${last.change}/undo`)
      await client.invalidateQueries({ queryKey: ['module', 'flash'] })
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
      return leave(async ({ id }) => {
        const answer = await grading.mutateAsync({ id, grade, took })
        if (answer.output.leech) toast({ title: t('review.leech') })
        return answer
      })
    },
    bury: () => leave(({ id }) => burying.mutateAsync({ ids: [id] })),
    suspend: () => leave(({ id }) => suspending.mutateAsync({ ids: [id] })),
    undo,
    canUndo: done.length > 0,
  }
}
