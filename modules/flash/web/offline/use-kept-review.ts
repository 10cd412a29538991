import { sentenceFor, toast, uuid } from '@atrium/web/kit'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { MediaFiles } from '../../module.ts'
import type { KeptAct } from '../../offline-actions.ts'
import type { Grade } from '../../records.ts'
import { useTexts } from '../texts.ts'
import type { Reviewing } from '../use-review.ts'
import type { KeptStep } from './database.ts'
import { keepStep, loadKept, takeBackStep } from './kept.ts'
import { mediaAddresses } from './kept-media.ts'
import { cardsAfter, keptQueue } from './kept-study.ts'
import { useKeeping } from './use-kept.ts'

const NO_MEDIA: MediaFiles = {}
/** How often it is looked whether a card in learning has come due. */
const LOOK_MS = 15_000

/** One card after the other out of what this browser keeps. What is answered is written down here, and sent when it can be. */
export function useKeptReview(deck: string | null): Reviewing & { isReady: boolean; hasCards: boolean } {
  const { t } = useTexts()
  const { kept, sync } = useKeeping()
  const { cards: whole, steps, place } = kept
  const [media, setMedia] = useState(NO_MEDIA)
  const [now, setNow] = useState(() => new Date())
  const [shown, setShown] = useState<{ id: string; isShown: boolean } | null>(null)
  const [done, setDone] = useState<KeptStep[]>([])
  /** The card that has been answered and is being written down. */
  const [leaving, setLeaving] = useState<string | null>(null)
  const asked = useRef(0)
  useEffect(() => void loadKept(), [])
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), LOOK_MS)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (!whole) return
    let free: (() => void) | null = null
    let isLeft = false
    mediaAddresses(place, whole).then(
      (made) => {
        free = made.free
        if (isLeft) made.free()
        else setMedia(made.media)
      },
      (cause: unknown) => console.error(cause),
    )
    return () => {
      isLeft = true
      free?.()
    }
  }, [whole, place])

  const queue = useMemo(
    () => (whole ? keptQueue(whole, steps, { deck, now, media }) : null),
    [whole, steps, deck, now, media],
  )
  // The card that is being looked at stays, though another may have come due meanwhile.
  const open = queue?.cards.filter(({ id }) => id !== leaving) ?? []
  const card = open.find(({ id }) => id === shown?.id) ?? open[0] ?? null
  const id = card?.id ?? null
  if (id !== (shown?.id ?? null)) setShown(id === null ? null : { id, isShown: false })
  useEffect(() => {
    if (id !== null) asked.current = performance.now()
  }, [id])

  // Of this review, or what still waits: what was answered as the network went, or before a reload.
  const last = done.at(-1) ?? steps.findLast((step) => step.sentAt === null && step.act.kind !== 'takeBack') ?? null
  const act = async (what: (of: { id: string; card: string; at: string }) => KeptAct) => {
    if (!card || !whole) return
    const before = cardsAfter(whole, steps).cards.find((one) => one.id === card.id) ?? null
    setShown(null)
    setLeaving(card.id)
    try {
      const step = await keepStep(what({ id: uuid(), card: card.id, at: new Date().toISOString() }), { before })
      setDone((list) => [...list, step])
      setNow(new Date())
      if (navigator.onLine) void sync()
    } catch (error) {
      toast({ variant: 'destructive', title: t('offline.notKept'), description: sentenceFor(error) })
    } finally {
      setLeaving(null)
    }
  }
  return {
    isReady: kept.isKnown,
    hasCards: whole !== null,
    card,
    isShown: shown?.isShown === true,
    counts: queue?.counts,
    looks: whole?.looks ?? {},
    nextDue: queue?.nextDue ?? null,
    reviewed: done.filter(({ act: one }) => one.kind === 'grade').length,
    error: null,
    isOver: queue !== null && leaving === null && queue.cards.length === 0,
    reveal: () => card && setShown({ id: card.id, isShown: true }),
    grade: (grade: Grade) => {
      const took = Math.round(performance.now() - asked.current)
      return act((of) => ({ kind: 'grade', ...of, grade, took }))
    },
    bury: () => act((of) => ({ kind: 'bury', ...of, on: true })),
    suspend: () => act((of) => ({ kind: 'suspend', ...of, on: true })),
    undo: async () => {
      if (!last || last.act.kind === 'takeBack') return
      setDone(done.slice(0, -1))
      await takeBackStep(last)
      setShown({ id: last.act.card, isShown: false })
      if (navigator.onLine) void sync()
    },
    canUndo: last !== null,
  }
}
