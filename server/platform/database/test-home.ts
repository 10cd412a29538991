import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder for a database of a test's own, reachable for the unprivileged user, so that nothing is left elsewhere. */
export function testHome(after: (cleanUp: () => void) => void = onTestFinished): string {
  const path = mkdtempSync(join(tmpdir(), 'atrium-db-'))
  chmodSync(path, 0o755)
  after(() => rmSync(path, { recursive: true, force: true }))
  return path
}
