import { afterAll, onTestFinished, TestRunner } from 'vitest'

let closings: (() => unknown)[] = []

/**
 * Runs when the test that calls it is over or, called outside of a test, when its file is; what was opened last is closed
 * first. Vitest's own `afterAll` is heard only while a file is collected: within a test or a `beforeAll` it is lost without
 * a word, and what it should have closed stays open.
 */
export function atTheEnd(close: () => unknown): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await close()))
  else closings.push(close)
}

/** Of each file's set-up (scripts/test-setup.ts). */
export function closeAfterFile(): void {
  afterAll(async () => {
    const open = closings.reverse()
    closings = []
    const failed: unknown[] = []
    for (const close of open)
      try {
        await close()
      } catch (error) {
        failed.push(error)
      }
    if (failed.length > 0) throw failed[0]
  })
}
