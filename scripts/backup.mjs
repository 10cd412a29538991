// npm run backup [file]: everything in one archive, also while the server runs.
import { ensurePackages, fromHere, node24, run } from './setup.mjs'

ensurePackages({ production: true })
process.exit(run(node24, ['server/backup.ts', ...fromHere(process.argv.slice(2))]))
