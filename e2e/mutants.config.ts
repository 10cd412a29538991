import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

// The tests of the project `node` over a tree in which one file is another one: MUTATED_FILE, read from MUTATED_BY. The file
// itself stays as it is.

const {
  MUTATED_FILE: file = '',
  MUTATED_BY: text = '',
  MUTANT_TESTS: tests = '[]',
  MUTANT_REPORT: report,
} = process.env
const order: readonly string[] = JSON.parse(tests)
const placeOf = (path: string) => order.findIndex((test) => path.includes(test))
const isMutated = (id: string) => id.split('?', 1)[0] === file

export default defineConfig({
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      load: (id) => (isMutated(id) ? readFileSync(text, 'utf8') : null),
      // Vitest keeps what it has transformed by the text on the disk, which is not the mutant's.
      configureVitest: ({ defineCacheKeyGenerator }) =>
        defineCacheKeyGenerator(({ id }) => (isMutated(id) ? false : undefined)),
    },
  ],
  test: {
    environment: 'node',
    include: ['{contract,domain,server,modules,agents}/**/*.test.ts'],
    globalSetup: ['e2e/mutants-cluster.ts'],
    setupFiles: ['scripts/test-setup.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 1,
    isolate: false,
    bail: 1,
    reporters: ['json'],
    outputFile: report,
    sequence: {
      sequencer: class {
        shard = async <T>(files: T[]) => files
        sort = async <T extends { moduleId: string }>(files: T[]) =>
          [...files].sort((a, b) => placeOf(a.moduleId) - placeOf(b.moduleId))
      },
    },
  },
})
