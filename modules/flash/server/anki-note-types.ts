// The note types of a collection: JSON in the one row of `col` up to schema 14, tables with protobuf in them from 15 on.

import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { inOurWords } from '@atrium/contract/own-words'
import { NoteType } from '../records.ts'
import { readFieldConfig, readNotetypeConfig, readTemplateConfig } from './anki-messages.ts'
import { bytes, number, text, type Values, whole } from './sqlite-values.ts'

/** A note type of a package, or why it cannot be kept. */
export type AnkiType = { type: NoteType } | { refused: string }

/** Milliseconds that a type or a note may say it was changed at: up to the year 3000. */
export const MOMENT_MAX = 32_503_680_000_000

type Unkeyed = Omit<NoteType, 'key'>

interface JsonPart {
  name?: unknown
  ord?: unknown
  id?: unknown
}

interface JsonModel {
  name?: unknown
  type?: unknown
  css?: unknown
  mod?: unknown
  flds?: unknown
  tmpls?: unknown
}

const byOrd = <T extends { ord?: unknown }>(list: readonly T[]): T[] =>
  [...list].sort((a, b) => number(a.ord) - number(b.ord))

const partsOf = <T extends JsonPart>(list: unknown): T[] =>
  Array.isArray(list) ? byOrd(list.filter((part): part is T => typeof part === 'object' && part !== null)) : []

const idOf = (id: unknown): number | null => (typeof id === 'number' && Number.isFinite(id) ? id : null)
const moment = (seconds: unknown): number => whole(number(seconds) * 1000, 0, MOMENT_MAX)

/** Ids are kept where there are any: old packages have none. */
function withIds(type: Unkeyed, fieldIds: (number | null)[], templateIds: (number | null)[]): Unkeyed {
  const isAny = (ids: (number | null)[]) => ids.some((id) => id !== null)
  return { ...type, ...(isAny(fieldIds) && { fieldIds }), ...(isAny(templateIds) && { templateIds }) }
}

function* legacyTypes(models: string): Generator<[number, Unkeyed]> {
  for (const [id, model] of Object.entries(JSON.parse(models || '{}') as Record<string, JsonModel | null>)) {
    const fields = partsOf<JsonPart>(model?.flds)
    const templates = partsOf<JsonPart & { qfmt?: unknown; afmt?: unknown }>(model?.tmpls)
    const type = {
      name: text(model?.name) || 'Note',
      kind: number(model?.type) === 1 ? ('cloze' as const) : ('standard' as const),
      fields: fields.map(({ name }) => text(name)),
      templates: templates.map(({ name, qfmt, afmt }) => ({ name: text(name), front: text(qfmt), back: text(afmt) })),
      css: text(model?.css),
      modified: moment(model?.mod),
    }
    yield [
      Number(id),
      withIds(
        type,
        fields.map(({ id }) => idOf(id)),
        templates.map(({ id }) => idOf(id)),
      ),
    ]
  }
}

function* currentTypes(database: DatabaseSync): Generator<[number, Unkeyed]> {
  const rows = (sql: string) => database.prepare(sql).all() as Values[]
  const fields = Map.groupBy(rows('select ntid, ord, name, config from fields'), (row) => number(row.ntid))
  const templates = Map.groupBy(rows('select ntid, ord, name, config from templates'), (row) => number(row.ntid))
  for (const row of rows('select id, name, mtime_secs, config from notetypes')) {
    const id = number(row.id)
    const { isCloze, css } = readNotetypeConfig(bytes(row.config))
    const its = byOrd(fields.get(id) ?? [])
    const sides = byOrd(templates.get(id) ?? []).map(({ name, config }) => ({
      name: text(name),
      ...readTemplateConfig(bytes(config)),
    }))
    const type = {
      name: text(row.name) || 'Note',
      kind: isCloze ? ('cloze' as const) : ('standard' as const),
      fields: its.map(({ name }) => text(name)),
      templates: sides.map(({ id: _, ...template }) => template),
      css,
      modified: moment(row.mtime_secs),
    }
    yield [
      id,
      withIds(
        type,
        its.map(({ config }) => readFieldConfig(bytes(config)).id),
        sides.map((side) => side.id),
      ),
    ]
  }
}

/** Its key is made of its id and its shape, so that it does not depend on the file that it comes from. */
function keyed(id: number, type: Unkeyed): AnkiType {
  const { kind, fields, templates } = type
  const shape = createHash('sha1')
    .update(JSON.stringify([kind, fields, templates]))
    .digest('hex')
    .slice(0, 8)
  const fits = NoteType.safeParse({ ...type, key: `anki:${id}:${shape}` }, inOurWords)
  return fits.success
    ? { type: fits.data }
    : { refused: fits.error.issues[0]?.message ?? 'Its note type does not fit.' }
}

/** The note types of a collection by their ids. `models` is the JSON of the older ones. */
export function typesOf(database: DatabaseSync, models: string | null): Map<number, AnkiType> {
  const all = models === null ? currentTypes(database) : legacyTypes(models)
  return new Map([...all].map(([id, type]) => [id, keyed(id, type)]))
}
