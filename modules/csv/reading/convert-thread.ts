import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { type Converted, fromJson, fromParquet, fromXlsx, Unreadable } from './convert.ts'
import { encodingDetector } from './encoding.ts'

// Runs in a thread of its own, whose memory is bounded: a file that unpacks to gigabytes ends the thread and nothing else.

export interface Job {
  path: string
  format: 'json' | 'xlsx' | 'parquet'
}
export type Outcome = { tables: Converted[] } | { unreadable: string }

async function convert({ path, format }: Job): Promise<Converted[]> {
  if (format === 'parquet') return [{ name: '', csv: await fromParquet(path) }]
  const bytes = await readFile(path)
  if (format === 'xlsx') return fromXlsx(bytes)
  const detector = encodingDetector()
  detector.push(bytes)
  const encoding = detector.end()
  if (!encoding) throw new Unreadable('This file is no text, so it is no JSON.')
  return [{ name: '', csv: fromJson(new TextDecoder(encoding).decode(bytes)) }]
}

async function answer(): Promise<Outcome> {
  try {
    return { tables: await convert(workerData as Job) }
  } catch (error) {
    if (error instanceof Unreadable) return { unreadable: error.message }
    throw error
  }
}

parentPort?.postMessage(await answer())
