import type { Pin, PinKind, ShownPin, SpaceRoom } from '@atrium/contract/spaces'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../platform/api.ts'
import { roomQuery, useKeep } from './space-room.ts'

export interface Pinning {
  pins: readonly ShownPin[]
  has: (kind: PinKind, id: string) => boolean
  add: (kind: PinKind, id: string) => void
  remove: (pin: Pin) => void
  /** One place up (-1) or down (1). */
  move: (pin: Pin, step: 1 | -1) => void
}

const isSame = (a: Pin, b: Pin) => a.kind === b.kind && a.id === b.id

/** The pins of a Space, and what can be done to them. */
export function usePinning(key: string, room: SpaceRoom | undefined): Pinning {
  const client = useQueryClient()
  const keep = useKeep(key)
  const pins = room?.pins ?? []
  // One after the other: each change is sent as the whole list, and begins with what the one before has left.
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const put = (change: (now: readonly Pin[]) => readonly Pin[]) => {
    last.current = last.current.then(() => {
      const now = client.getQueryData(roomQuery(key).queryKey)?.pins ?? pins
      const body = { pins: change(now).map(({ kind, id }) => ({ kind, id })) }
      return keep(() => api.put<Pick<SpaceRoom, 'pins'>>(`/api/spaces/${key}/pins`, body))
    })
  }
  return {
    pins,
    has: (kind, id) => pins.some((pin) => isSame(pin, { kind, id })),
    add: (kind, id) => put((now) => [...now, { kind, id }]),
    remove: (pin) => put((now) => now.filter((one) => !isSame(one, pin))),
    move: (pin, step) =>
      put((now) => {
        const from = now.findIndex((one) => isSame(one, pin))
        return from < 0 ? now : now.toSpliced(from, 1).toSpliced(Math.max(0, from + step), 0, pin)
      }),
  }
}
