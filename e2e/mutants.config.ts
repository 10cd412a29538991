import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

// The tests of the project `node` over a tree in which one file is another one: MUTATED_FILE, read from MUTATED_BY. The file
// itself stays as it is.

const { MUTATED_FILE: file = '', MUTATED_BY: text = '' } = process.env

export default defineConfig({
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      load: (id) => (id.split('?', 1)[0] === file ? readFileSync(text, 'utf8') : null),
    },
  ],
  test: {
    environment: 'node',
    globalSetup: ['e2e/mutants-cluster.ts'],
    setupFiles: ['scripts/test-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
    isolate: false,
    bail: 1,
    reporters: ['dot'],
  },
})
