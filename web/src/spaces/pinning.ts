import type { Pin, PinKind, ShownPin, SpaceRoom } from '@atrium/contract/spaces'
import { api } from '../platform/api.ts'
import { useKeep } from './space-room.ts'

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
  const keep = useKeep(key)
  const pins = room?.pins ?? []
  const put = (next: readonly Pin[]) => {
    const body = { pins: next.map(({ kind, id }) => ({ kind, id })) }
    void keep(() => api.put<Pick<SpaceRoom, 'pins'>>(`/api/spaces/${key}/pins`, body))
  }
  return {
    pins,
    has: (kind, id) => pins.some((pin) => isSame(pin, { kind, id })),
    add: (kind, id) => put([...pins, { kind, id }]),
    remove: (pin) => put(pins.filter((one) => !isSame(one, pin))),
    move: (pin, step) => {
      const from = pins.findIndex((one) => isSame(one, pin))
      put(pins.toSpliced(from, 1).toSpliced(from + step, 0, ...pins.slice(from, from + 1)))
    },
  }
}
