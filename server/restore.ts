import { command, inNumbers } from './platform/backup/command.ts'
import { restore } from './platform/backup/restore.ts'
import { Refusal } from './platform/refusal.ts'

// npm run restore <file> [-- --replace]

const usage = 'npm run restore <file> [-- --replace]'

await command(usage, async ({ config, file, replace, signal, say }) => {
  if (!file) throw new Refusal(`Say which backup to restore: ${usage}`)
  const { rows, files } = await restore({ ...config, file, replace, signal, tell: (line) => say(`  ${line}`) })
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0)
  say(`Restored ${inNumbers(all, 'row')} and ${inNumbers(files, 'file')} from ${file}. Start the server now.`)
})
