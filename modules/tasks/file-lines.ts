import { isDay } from '@atrium/domain/dates/days'

const BREAK = /\r\n|\n|\r/g

/** The lines of a file one by one: a list of millions would take its time at once. */
export function* linesOf(file: string): Generator<string> {
  let start = file.startsWith('\uFEFF') ? 1 : 0
  for (const found of file.matchAll(BREAK)) {
    yield file.slice(start, found.index)
    start = found.index + found[0].length
  }
  yield file.slice(start)
}

/** Days that tasks are about; far beyond, the clocks of zones and other programs go astray. */
export const isTaskDay = (text: string): boolean => isDay(text) && text >= '1900' && text < '9990'
