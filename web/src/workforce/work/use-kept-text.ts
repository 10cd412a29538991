import { prefixed } from '@atrium/contract/brand'
import { useState } from 'react'
import { readOwner } from '../../platform/owner.ts'
import { storage } from '../../platform/storage.ts'

const keyOf = (name: string) => prefixed(`text_${readOwner() || 'anon'}_${name}`)

export const resultOf = (taskId: string) => `result_${taskId}`
export const sendBackNoteOf = (deliverableId: string, version: number) => `note_${deliverableId}_${version}`

/** What is typed and not sent yet outlives the form and the page: kept in this browser by what it is about, until it is dropped. */
export function useKeptText(name: string, before = ''): [text: string, set: (text: string) => void] {
  const [text, setText] = useState(() => storage.read(keyOf(name)) ?? before)
  const set = (next: string) => {
    setText(next)
    if (next === before) dropText(name)
    else storage.write(keyOf(name), next)
  }
  return [text, set]
}

export function dropText(name: string): void {
  storage.remove(keyOf(name))
}
