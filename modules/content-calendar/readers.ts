import { AppError } from '@atrium/contract/errors'
import type { ReadableFile } from '@atrium/contract/reading'
import type { Channel } from './channels.ts'
import { readTable } from './csv.ts'
import { readCalendar } from './ics-read.ts'
import { networks } from './networks.ts'
import { say } from './say.ts'

/** The events of an iCalendar file. Times without a zone are on these clocks. */
export const ics = (file: ReadableFile, { timeZone }: { timeZone: string }) => readCalendar(file.lines(), timeZone)

interface TableOptions {
  timeZone: string
  channels: readonly (Pick<Channel, 'name' | 'network'> & { id: string })[]
}

/** The rows of a table of events or posts. A channel is meant by its name, or by its network's. */
export async function* table(file: ReadableFile, { timeZone, channels }: TableOptions) {
  const channelId = (name: string) => {
    const lower = name.toLowerCase()
    const named = channels.find((channel) => channel.name.toLowerCase() === lower)
    const ofNetwork = ({ network }: Pick<Channel, 'network'>) =>
      network === lower || networks[network].name.toLowerCase() === lower
    return (named ?? channels.find(ofNetwork))?.id
  }
  const text = await file.text()
  if (text.trim() === '') throw new AppError('bad_request', say('fileEmpty'))
  yield* readTable(text, timeZone, channelId)
}
