import type { ImportAnswer } from '@atrium/contract/module-files'
import type { OwnContext, OwnWork } from '../jobs/own-work.ts'
import type { ParsingPool } from '../platform/parsing/pool.ts'
import type { Actions } from './actions.ts'
import { asBytes, preparedExport, type Wanted as WantedFile } from './export-files.ts'
import { preparedImport } from './take-file.ts'
import type { Uploads } from './uploads.ts'

interface Parts {
  actions: Actions
  uploads: Uploads
  parsing: ParsingPool
}

/** What a job to import is given. */
export interface ImportInput {
  upload: string
  /** Its name. */
  file: string
  options: Record<string, unknown> | undefined
  rows: number | null
}

export interface ExportInput {
  wanted: WantedFile
  /** What the audit line says. */
  asked: unknown
}

/** What was made, where the job leads to. */
export interface ExportResult {
  file: string
  size: number
  made: string
  link: string
}

/** An import is one transaction: begun again from its upload where the server stopped over it, so nothing is there twice. */
export function importWork({ actions, uploads, parsing }: Parts): OwnWork {
  async function run({
    module,
    name,
    input,
    kept,
    signal,
    progress,
    afterwards,
    ...context
  }: OwnContext): Promise<ImportAnswer> {
    const { upload, options, rows } = input as ImportInput
    const principal = await context.principal()
    const { owner } = principal
    if (kept !== undefined) {
      await afterwards(() => uploads.discard(owner, upload))
      return kept as ImportAnswer
    }
    const { take } = await preparedImport({ actions, uploads, parsing }, module, { name, upload, options, owner })
    const { output: report, change } = await take({
      ...{ principal, signal, isTrial: false },
      timeZone: context.timeZone,
      language: context.language,
      onRows: (count) => progress(count, rows),
      // Where nobody has counted the rows before: how much of the file has been read, in percent.
      ...(rows === null && { onRead: (share: number) => progress(Math.floor(share * 100), 100) }),
      alongside: (client, done) => context.keep(client, { report: done.output, change: done.change }),
    })
    await afterwards(() => uploads.discard(owner, upload))
    return { report, change }
  }
  return { effect: 'write', run }
}

export function exportWork({ actions, uploads }: Parts): OwnWork {
  async function run({ id, module, input, signal, ...context }: OwnContext): Promise<ExportResult> {
    const { wanted, asked } = input as ExportInput
    const principal = await context.principal()
    const { timeZone, language } = context
    const make = preparedExport(actions, module, wanted)
    const made = await make({ principal, timeZone, language, signal, input: asked }, ({ name, mime, pieces }) =>
      uploads.keepMade(principal.owner, name, mime, asBytes(pieces)),
    )
    return { file: made.name, size: made.size, made: made.id, link: `/api/activity/${id}/file` }
  }
  return { effect: 'read', run }
}
