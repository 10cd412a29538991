import { parseArgs } from 'node:util'
import { brand } from '@atrium/contract/brand'
import { type Config, prepareDataDir, readConfig } from '../config.ts'
import { Refusal } from '../refusal.ts'

export interface Given {
  config: Config
  file: string | undefined
  replace: boolean
  signal: AbortSignal
  say(line: string): void
}

/** Runs a command of the command line: what goes wrong is a sentence on standard error and an exit code of 1. */
export async function command(usage: string, work: (given: Given) => Promise<void>): Promise<void> {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  try {
    const { values, positionals } = read(usage)
    const config = readConfig(process.env)
    prepareDataDir(config.DATA_DIR)
    await work({
      config,
      file: positionals[0],
      replace: values.replace ?? false,
      signal: stop.signal,
      say: (line) => process.stdout.write(`${line}\n`),
    })
  } catch (error) {
    process.stderr.write(`\n${brand.name}: ${sentenceOf(error)}\n`)
    process.exitCode = 1
  }
}

/** A stack is for whoever asks for it: the others need to know what happened, and whether anything was lost. */
function sentenceOf(error: unknown): string {
  if (error instanceof Refusal) return error.message
  const message = error instanceof Error ? error.message : String(error)
  const stack = process.env.LOG_LEVEL === 'debug' && error instanceof Error ? `\n${error.stack}` : ''
  return `It could not be done, and nothing was changed: ${message}. LOG_LEVEL=debug shows more.${stack}`
}

function read(usage: string) {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { replace: { type: 'boolean' } } })
    if (positionals.length <= 1) return { values, positionals }
  } catch (cause) {
    throw new Refusal(`${(cause as Error).message}\nUsage: ${usage}`, { cause })
  }
  throw new Refusal(`Usage: ${usage}`)
}

/** 1234567 as 1.2 MB */
export function inBytes(bytes: number): string {
  const unit = bytes < 1e6 ? 'kilobyte' : bytes < 1e9 ? 'megabyte' : 'gigabyte'
  const size = bytes / { kilobyte: 1e3, megabyte: 1e6, gigabyte: 1e9 }[unit]
  return new Intl.NumberFormat('en', { style: 'unit', unit, maximumFractionDigits: 1 }).format(size)
}

export const inNumbers = (count: number, what: string): string =>
  `${new Intl.NumberFormat('en').format(count)} ${what}${count === 1 ? '' : 's'}`
