import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { ownBrowsers } from './scripts/own-browsers.ts'

const chromium = process.env.CHROMIUM_PATH || (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined)
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

// Where landings are judged, on a machine under any load, a test may have one second try, as a journey may.
const retry = process.env.CI ? 1 : 0

/** How many browsers run web tests side by side: one a core, unless WEB_TEST_BROWSERS says how many. */
const browsers = Number(process.env.WEB_TEST_BROWSERS) || Math.min(4, availableParallelism())

/** ms for what comes by itself: no test knows how fast its machine is, and one that passes does not wait. */
const PATIENCE = 15_000

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: [
            'contract/**/*.test.ts',
            'domain/**/*.test.ts',
            'server/**/*.test.ts',
            'modules/**/*.test.ts',
            'agents/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          globalSetup: existsSync('server/platform/database/test-cluster.ts')
            ? ['server/platform/database/test-cluster.ts']
            : [],
          setupFiles: ['scripts/test-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 3, // they wait for the database and for servers a good part of the time
          isolate: false, // each file has a database and a server of its own; loading the code once halves the CPU
          expect: { poll: { timeout: PATIENCE } },
          retry,
        },
      },
      {
        root: 'web',
        resolve: { dedupe: ['katex'] }, // as in web/vite.config.ts
        // Found while a test runs, they would make Vite reload the page under it.
        optimizeDeps: {
          include: [
            'react',
            'react-dom/client',
            'react-router',
            '@tanstack/react-query',
            '@tanstack/react-virtual',
            'radix-ui',
            'lucide-react',
            'clsx',
            'i18next',
            'react-i18next',
            '@fullcalendar/react',
            '@fullcalendar/react/daygrid',
            '@fullcalendar/react/interaction',
            '@fullcalendar/react/list',
            '@fullcalendar/react/themes/classic',
            '@fullcalendar/react/timegrid',
            'react-markdown',
            'remark-gfm',
            'remark-math',
            'rehype-katex',
            'marked',
            'highlight.js/lib/core',
            'zod',
            'recharts',
            'react-hook-form',
            '@atlaskit/pragmatic-drag-and-drop/combine',
            '@atlaskit/pragmatic-drag-and-drop/element/adapter',
            '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge',
            'vitest-browser-react',
            'write-excel-file/universal',
            'idb',
            'ts-fsrs',
          ],
        },
        plugins: [react(), tailwind()],
        test: {
          name: 'web',
          maxWorkers: browsers, // each test file's page in a browser of its own (docs/decisions/056)
          expect: { poll: { timeout: PATIENCE } },
          retry,
          include: ['src/**/*.test.{ts,tsx}', '../modules/*/**/*.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            provider: ownBrowsers({ launchOptions: { executablePath: chromium, args: quiet } }),
            instances: [{ browser: 'chromium' }],
            screenshotFailures: false,
          },
        },
      },
    ],
  },
})
