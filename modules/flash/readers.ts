// What reads decks that others have made. It runs in a confined process; nothing else imports it.
import type { ReadableFile } from '@atrium/contract/reading'
import { readMedia, readMediaBytes, readNotes, readTypes } from './server/anki-read.ts'
import { readText } from './server/text-read.ts'

export const media = (file: ReadableFile, _: object) => readMedia(file)
export const mediaBytes = readMediaBytes
export const types = readTypes
export const notes = readNotes
export const text = readText
