// npm run bench [name …]: measures, prints a table. Not part of the tests.
import { ensureChromium, ensurePackages, ensureWeb, node24, run } from './setup.mjs'

ensurePackages()
ensureWeb()
process.env.CHROMIUM_PATH = ensureChromium() ?? ''
process.exit(run(node24, ['bench/main.ts', ...process.argv.slice(2)]))
