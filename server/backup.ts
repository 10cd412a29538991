import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { backup } from './platform/backup/backup.ts'
import { command, inBytes, inNumbers } from './platform/backup/command.ts'
import { Refusal } from './platform/refusal.ts'

// npm run backup [file]

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

await command('npm run backup [file]', async ({ config, file, replace, signal, say }) => {
  if (replace) throw new Refusal('A backup replaces nothing. Choose a file that does not exist yet.')
  const now = new Date().toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')
  const path = file ?? join(config.DATA_DIR, 'backups', `atrium-${now}.tar.gz`)
  const { rows, files, size } = await backup({
    ...config,
    file: path,
    version,
    signal,
    tell: (line) => say(`  ${line}`),
  })
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0)
  say(`Backed up ${inNumbers(all, 'row')} and ${inNumbers(files, 'file')} to ${path} (${inBytes(size)}).`)
})
