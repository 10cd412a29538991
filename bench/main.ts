// npm run bench [name …]: each measures something against a yardstick in the same run and prints a table.

import { benchActions } from './actions.ts'
import { benchCommands } from './commands.ts'
import { benchCsv } from './csv.ts'
import { benchGuideCorpus } from './guide-corpus.ts'
import { learnSureness } from './guide-sureness.ts'
import { benchImports } from './imports.ts'
import { benchMeanings } from './meanings.ts'
import { benchPage } from './page.ts'
import { benchRecords } from './records.ts'
import { benchTable } from './records-table.ts'
import { benchSafety } from './safety.ts'
import { benchSchedules } from './schedules.ts'
import { benchSearch } from './search.ts'
import { benchSeats } from './seats.ts'
import { benchSixty } from './sixty.ts'
import { benchStart } from './start.ts'
import { benchStreams } from './streams.ts'
import { benchWallet } from './wallet.ts'

const benches: Record<string, () => Promise<void>> = {
  streams: benchStreams,
  search: benchSearch,
  actions: benchActions,
  records: benchRecords,
  wallet: benchWallet,
  meanings: benchMeanings,
  page: benchPage,
  table: benchTable,
  commands: benchCommands,
  csv: benchCsv,
  imports: benchImports,
  schedules: benchSchedules,
  seats: benchSeats,
  safety: benchSafety,
  guide: benchGuideCorpus,
  sureness: learnSureness,
  start: benchStart,
  sixty: benchSixty,
}
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  process.stdout.write(`\n# ${name}\n`)
  await bench()
}
