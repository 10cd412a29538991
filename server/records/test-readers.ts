import type { ReadableFile } from '@atrium/contract/reading'

// Readers for the tests of imports.

export const lines = (file: ReadableFile, _: object) => file.lines()

/** Gives which process it is, then the file's lines, and comes to no end. */
export async function* stalls(file: ReadableFile, _: object) {
  yield String(process.pid)
  yield* file.lines()
  await new Promise(() => setInterval(() => undefined, 1000))
}

/** The same, but busy for 20 s: nothing but its end can stop it. */
export async function* spins(file: ReadableFile, _: object) {
  yield String(process.pid)
  yield* file.lines()
  await new Promise((done) => setTimeout(done, 100)) // what it gave is on its way
  for (const end = process.cpuUsage().user + 20_000_000; process.cpuUsage().user < end; );
}
