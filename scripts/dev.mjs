// npm run dev: the server restarts and the page reloads when a file changes.
import { spawn } from 'node:child_process'
import { bin, compiled, ensurePackages, environment, node24, root, say } from './setup.mjs'

ensurePackages()
const env = environment({ NODE_COMPILE_CACHE: compiled, NODE_ENV: 'development' })
const children = [
  spawn(
    node24,
    [
      '--watch-path=server',
      '--watch-path=contract',
      '--watch-path=modules',
      '--watch-preserve-output',
      'server/main.ts',
    ],
    { cwd: root, stdio: 'inherit', env },
  ),
  spawn(bin('vite'), ['web', '--host', '127.0.0.1'], { cwd: root, stdio: 'inherit', env }),
]
say('The server listens on PORT (3000); open the address that Vite prints.')
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
for (const child of children) {
  child.on('exit', (code) => {
    stop()
    process.exitCode ||= code ?? 0
  })
}
