// npm run restore <file> [-- --replace]: puts a backup back, while no server runs.
import { ensurePackages, fromHere, node24, run } from './setup.mjs'

ensurePackages({ production: true })
process.exit(run(node24, ['server/restore.ts', ...fromHere(process.argv.slice(2))]))
