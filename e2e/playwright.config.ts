import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const chromium = process.env.CHROMIUM_PATH || (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined)

// A journey that needs a second try on a loaded machine is named in the closing lines.
const retries = process.env.CI ? 1 : 0

export default defineConfig({
  testDir: '.',
  testMatch: '*.journey.ts',
  outputDir: '../test-results',
  timeout: 180_000,
  expect: { timeout: 10_000 },
  workers: 2,
  fullyParallel: false,
  retries,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : 'list',
  use: {
    browserName: 'chromium',
    // A page from a cache, and calls that pass a worker, are what offline.journey.ts is about; nothing else is.
    serviceWorkers: 'block',
    // A record of every step is a good part of a run's work: where there is a second try, that one is recorded.
    trace: retries > 0 ? 'on-first-retry' : 'retain-on-failure',
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
