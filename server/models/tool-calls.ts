import { randomUUID } from 'node:crypto'
import { boundCalls } from './bounds.ts'
import type { ToolCall } from './model.ts'

/** One tool call as a provider streams it: any field may be missing in any fragment. */
export interface ToolFragment {
  index: number | undefined
  id: string | undefined
  name: string | undefined
  /** A piece of the input's JSON. */
  json: string
}

interface Building {
  index: number | undefined
  id: string
  name: string
  json: string
}

/**
 * Puts streamed fragments together. Fragments belong together by index; servers that send none, or 0 for every call,
 * are told apart by a new id, or else by a name where the last call has its own already.
 */
export function collectToolCalls(provider: string) {
  const calls: Building[] = []
  let characters = 0

  const find = ({ index, id, name }: ToolFragment): Building | undefined => {
    const last = calls.at(-1)
    if (index !== undefined)
      return calls.findLast((call) => call.index === index && (!id || !call.id || call.id === id))
    if (id) return calls.findLast((call) => call.id === id)
    return name && last?.name ? undefined : last
  }

  return {
    add(fragment: ToolFragment): void {
      const known = find(fragment)
      const call = known ?? { index: fragment.index, id: '', name: '', json: '' }
      if (!known) calls.push(call)
      call.id ||= fragment.id ?? ''
      call.name ||= fragment.name ?? ''
      call.json += fragment.json
      characters += fragment.json.length
      boundCalls(provider, calls.length, characters)
    },

    /** The calls in order, without those that never got a name; of a cut-off answer, without those whose input was cut. */
    finish(cutOff: boolean): ToolCall[] {
      return calls.flatMap(({ id, name, json }) => {
        const input = parseInput(json)
        if (name === '' || (cutOff && input === undefined)) return []
        // Text that is no JSON goes on as it is: the tool's schema refuses it and the model is told why.
        return [{ id: id || newCallId(), name, input: input === undefined ? json : input }]
      })
    },
  }
}

/** For providers that give calls no id of their own. */
export const newCallId = (): string => `${OWN_ID}${randomUUID()}`
export const OWN_ID = 'call_own_'

function parseInput(json: string): unknown {
  if (json.trim() === '') return {}
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
