import { z } from 'zod'
import { RowFields } from './module.ts'

/** A row as a list without its module's help shows it. */
export const AnyRow = RowFields.catchall(z.unknown())
export type AnyRow = z.infer<typeof AnyRow>

/** GET /api/m/<module>/collections/<name>/trash */
export const TrashList = z.object({ rows: z.array(AnyRow.extend({ deletedAt: z.iso.datetime() })), total: z.number() })
export type TrashList = z.infer<typeof TrashList>

/** One version of a row, and the change that made it. */
export const RecordVersion = z.object({
  version: z.number(),
  at: z.iso.datetime(),
  /** `tasks.change`, `undo`, `restore` */
  action: z.string(),
  /** `http`, `guide`, `model` */
  via: z.string(),
  /** In a team’s scope: who did it; null for somebody whose account is gone. */
  by: z.string().nullish(),
  isDeleted: z.boolean(),
  data: z.record(z.string(), z.unknown()),
})
export type RecordVersion = z.infer<typeof RecordVersion>

/** GET /api/m/<module>/collections/<name>/<id>/history, the newest first. */
export const RecordHistory = z.object({ versions: z.array(RecordVersion) })
export type RecordHistory = z.infer<typeof RecordHistory>

/** GET /api/records/<module>/<collection>/<id>/backlinks: the fields by which others name the record. */
export const Backlinks = z.object({
  backlinks: z.array(
    z.object({
      module: z.string(),
      moduleTitle: z.string(),
      collection: z.string(),
      field: z.string(),
      count: z.number(),
      /** The newest; `title` is '' where the row has no name. */
      rows: z.array(z.object({ id: z.string(), title: z.string() })),
    }),
  ),
})
export type Backlinks = z.infer<typeof Backlinks>
