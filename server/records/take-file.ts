import { AppError } from '@atrium/contract/errors'
import type { ImportReport } from '@atrium/contract/module-files'
import type { Principal } from '@atrium/contract/principal'
import { z } from 'zod'
import { parse } from '../platform/http/body.ts'
import type { ParsingPool } from '../platform/parsing/pool.ts'
import type { Actions } from './actions.ts'
import type { BulkStore } from './bulk-store.ts'
import { refuseHidden } from './hidden.ts'
import { refuseOther, takeIn } from './importing.ts'
import type { InstalledModule } from './installed.ts'
import type { Doing, Done } from './performing.ts'
import { takeTable } from './table/importer.ts'
import type { Uploads } from './uploads.ts'

/** ms */
const LIMIT_MS = 15 * 60_000

interface Parts {
  actions: Actions
  uploads: Uploads
  parsing: ParsingPool
}

/** A file that waits, and what is to be done with it. */
export interface Wanted {
  /** Which of the module's imports. */
  name: string
  upload: string
  options: Record<string, unknown> | undefined
}

export interface Taking extends Pick<Doing, 'timeZone' | 'language' | 'alongside'> {
  principal: Principal
  signal: AbortSignal
  /** Only says what would happen. */
  isTrial: boolean
  onRead?(fraction: number): void
  onRows(count: number): void
}

/** Refused at once is what never could be taken in; what comes back takes it in as one change, or shows what that would be. */
export async function preparedImport(
  { actions, uploads, parsing }: Parts,
  installed: InstalledModule,
  given: Wanted & { owner: string },
) {
  const { module } = installed
  const { name, upload, owner } = given
  const declared = module.imports && Object.hasOwn(module.imports, name) ? module.imports[name] : undefined
  if (!declared) throw new AppError('not_found', `${module.title} has no import “${name}”.`)
  const options = parse(declared.options ?? z.object({}), given.options ?? {})
  const file = await uploads.find(owner, upload)
  refuseOther(file.name, declared.accepts)
  const read = (await installed.server()).imports[name]
  const { table } = declared
  if (!read && table === undefined) throw new AppError('not_found', `${module.title} has no import “${name}”.`)
  const doing = { name: `${module.id}.import.${name}`, effect: 'write' } as const

  const take = async ({ principal, signal, onRead, onRows, ...more }: Taking): Promise<Done<ImportReport>> => {
    const seat = await parsing.enter('import', principal.owner, signal)
    try {
      return await actions.perform(
        {
          ...more,
          ...{ principal, signal, seat, onProgress: onRead },
          action: doing.name,
          input: { file: file.name, size: file.size, options },
          via: 'http',
          limit: LIMIT_MS,
        },
        async (frame) => {
          const context = actions.context(installed, doing, frame)
          const rows = read
            ? read(file as never, options as never, context as never)
            : takeTable(module, table as string, file, options as never, context)
          const stores = context.store as Readonly<Record<string, unknown>>
          const report = await takeIn(rows as never, module, (collection) => stores[collection] as BulkStore, {
            signal: frame.signal,
            language: frame.language,
            onRows,
          })
          refuseHidden(report, frame.hidden, doing.name)
          return report
        },
      )
    } finally {
      seat.leave()
    }
  }
  return { file, take }
}
