import { afterAll, onTestFinished, TestRunner } from 'vitest'

/**
 * Runs when the test that calls it is over or, called outside of a test, when its file is. Vitest's own `afterAll` is
 * heard only while a file is collected: within a test it is lost without a word, and what it should have closed stays open.
 */
export function atTheEnd(done: () => unknown): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await done()))
  else afterAll(async () => void (await done()))
}
