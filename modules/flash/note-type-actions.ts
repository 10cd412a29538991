import { RowVersion } from '@atrium/contract/integers'
import { z } from 'zod'
import { NoteType, Side } from './records.ts'

const Key = z.string().min(1).max(200)
/** Its place in the type as it was; null for a new one. */
const From = z.number().int().min(0).max(99).nullable()
const TypeView = NoteType.extend({
  /** null for the types that are always there, which are not changed but copied. */
  version: z.number().nullable(),
  notes: z.number(),
})
export type TypeView = z.infer<typeof TypeView>

const SaveType = z.object({
  key: Key.describe('The type that is changed, or that the new one is made from'),
  isNew: z.boolean().default(false).describe('A new type; the other stays as it is'),
  takesNotes: z.boolean().default(false).describe('The notes of the other type become notes of the new one'),
  name: NoteType.shape.name,
  fields: z.array(z.object({ name: NoteType.shape.fields.element, from: From })).max(100, 'At most 100 fields.'),
  templates: z
    .array(z.object({ name: z.string().max(200), front: Side, back: Side, from: From }))
    .max(100, 'At most 100 cards.'),
  css: NoteType.shape.css,
  version: RowVersion.optional(),
})
export type SaveType = z.output<typeof SaveType>

export const noteTypeActions = {
  types: { summary: 'Note types', effect: 'read', input: z.object({}), output: z.array(TypeView) },
  typeUse: {
    summary: 'How many notes of a type have something in each field, and how many cards each template has',
    effect: 'read',
    input: z.object({ key: Key }),
    output: z.object({ notes: z.number(), fields: z.array(z.number()), templates: z.array(z.number()) }),
  },
  saveType: {
    summary: 'Change a note type: its fields, cards and styling',
    effect: 'write',
    input: SaveType,
    output: z.object({ key: z.string(), notes: z.number() }),
  },
  removeType: {
    summary: 'Delete a note type that no note has',
    effect: 'write',
    input: z.object({ key: Key }),
    output: z.object({ name: z.string() }),
  },
  changeType: {
    summary: 'Give the notes of these cards another type',
    effect: 'write',
    input: z.object({
      ids: z.array(z.string().max(64)).min(1, 'Choose at least one card.').max(1000, 'At most 1,000 cards at once.'),
      type: Key,
      fields: z.array(From).max(100).describe('For each field of the new type the place of the old one that fills it'),
    }),
    output: z.object({ count: z.number(), removed: z.number() }),
  },
} as const
