import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReadableFile, Rehearsal } from '@atrium/contract/reading'

// Readers for the pool's tests that show when they are loaded and what they read.

const note = (name: string) => join(process.argv[2] as string, name)
writeFileSync(note('loaded'), '')

export async function* whoAmI(file: ReadableFile) {
  appendFileSync(note('rehearsed'), await file.text())
  yield process.pid
}

export const rehearsal: Rehearsal = { reader: 'whoAmI', options: {}, name: 'a.txt', text: 'sing' }
