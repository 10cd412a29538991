// npm start: installs and builds what is missing, then runs the server until it is stopped.
import { spawn } from 'node:child_process'
import { compiled, ensurePackages, ensureWeb, environment, node24, root, say } from './setup.mjs'

ensurePackages()
ensureWeb()
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
