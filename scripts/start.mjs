// npm start: installs and builds what is missing, then runs the server until it is stopped.
// npm run start:production: builds nothing and installs only what running needs; npm start too, where the environment says
// production and the client is built.
import { spawn } from 'node:child_process'
import {
  compiled,
  ensureLearned,
  ensurePackages,
  ensureWeb,
  environment,
  isWebBuilt,
  node24,
  requireWeb,
  root,
  say,
  wantsProduction,
} from './setup.mjs'

if (process.argv.includes('--production')) {
  requireWeb()
  ensurePackages({ production: true })
} else if (wantsProduction() && isWebBuilt()) ensurePackages({ production: true })
else {
  ensurePackages()
  ensureWeb()
  ensureLearned()
}
say('Starting …')
const server = spawn(node24, ['server/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: environment({ NODE_COMPILE_CACHE: compiled, NODE_ENV: process.env.NODE_ENV ?? 'production' }),
})
// A terminal's Ctrl+C reaches the server too; a signal sent to us alone is passed on. Either way we leave after it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () =>
    process.stdin.isTTY && signal === 'SIGINT' ? undefined : server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal),
  )
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
