import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import type { MutantsRun } from './mutants-run.ts'

// The tests of the project `node` over a tree in which some files are read otherwise, with mutants in them that sleep until the
// worker wakes one. The files themselves stay as they are. One worker goes through all turns: loading the code costs more than most
// tests.

const { sources, turns, turnsIn, report }: MutantsRun = JSON.parse(readFileSync(process.env.MUTANTS_RUN ?? '', 'utf8'))
const pathOf = (id: string) => id.split('?', 1)[0] ?? ''

mkdirSync(turnsIn, { recursive: true })
for (const [turn, { test }] of turns.entries())
  writeFileSync(
    join(turnsIn, `${String(turn).padStart(5, '0')}.test.js`),
    // what cannot be loaded has failed
    `let fault = null
if (globalThis.isNeeded(${turn}))
  await import(${JSON.stringify(`${test}?turn=${turn}`)}).catch((error) => { fault = error ?? new Error() })
test('the file is loaded', () => { if (fault) throw fault })
`,
  )

export default defineConfig({
  plugins: [
    {
      name: 'mutants',
      enforce: 'pre',
      load: (id) => sources[pathOf(id)] ?? null,
      // Vitest keeps what it has transformed by the text on the disk, which is not the mutant's.
      configureVitest: ({ defineCacheKeyGenerator }) =>
        defineCacheKeyGenerator(({ id }) => (pathOf(id) in sources || id.includes('?turn=') ? false : undefined)),
    },
  ],
  test: {
    environment: 'node',
    dir: turnsIn,
    include: ['*.test.js'],
    globals: true,
    globalSetup: ['e2e/mutants-cluster.ts'],
    setupFiles: ['scripts/test-setup.ts', 'e2e/mutants-worker.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 1,
    isolate: false,
    reporters: ['json'],
    outputFile: report,
    dangerouslyIgnoreUnhandledErrors: true,
    sequence: {
      sequencer: class {
        shard = async <T>(files: T[]) => files
        sort = async <T extends { moduleId: string }>(files: T[]) =>
          [...files].sort((a, b) => (a.moduleId < b.moduleId ? -1 : 1))
      },
    },
  },
})
