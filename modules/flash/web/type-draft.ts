import type { TypeView } from '../note-type-actions.ts'
import { withRenamed } from '../type-edits.ts'

/** Braces in a text, which would else be taken for a place to fill. */
export const BRACES = { open: '{{', close: '}}' }

interface Part {
  /** Of this page alone: what a list calls it. */
  id: string
  name: string
  /** Its place in the type as it was; null when it is new. */
  from: number | null
}
export interface TemplateDraft extends Part {
  front: string
  back: string
}
export interface TypeDraft {
  name: string
  fields: Part[]
  templates: TemplateDraft[]
  css: string
}

export const draftOf = ({ fields, templates, css }: TypeView, name: string): TypeDraft => ({
  name,
  fields: fields.map((field, from) => ({ id: `f${from}`, name: field, from })),
  templates: templates.map((one, from) => ({ ...one, id: `t${from}`, from })),
  css,
})

const inTemplates = (draft: TypeDraft, change: (side: string) => string): TemplateDraft[] =>
  draft.templates.map((one) => ({ ...one, front: change(one.front), back: change(one.back) }))

/** The field has another name, in the templates too. A name that cannot be written in them is not, until it can. */
export function withRenamedField(draft: TypeDraft, at: number, name: string): TypeDraft {
  const old = draft.fields[at]?.name ?? ''
  const fields = draft.fields.map((field, place) => (place === at ? { ...field, name } : field))
  return { ...draft, fields, templates: inTemplates(draft, (side) => withRenamed(side, old, name)) }
}

export function withoutField(draft: TypeDraft, at: number): TypeDraft {
  const name = draft.fields[at]?.name ?? ''
  const fields = draft.fields.filter((_, place) => place !== at)
  return { ...draft, fields, templates: inTemplates(draft, (side) => withRenamed(side, name, null)) }
}

interface Use {
  fields: readonly number[]
  templates: readonly number[]
}

/** What of the notes is lost with this draft: fields that hold something, cards that were made. */
export function whatGoes(type: TypeView, draft: TypeDraft, use: Use | undefined) {
  const lost = (
    kind: 'field' | 'card',
    names: readonly string[],
    parts: readonly Part[],
    counts: readonly number[] = [],
  ) => {
    const kept = new Set(parts.map(({ from }) => from))
    return names.flatMap((name, at) => (kept.has(at) || !counts[at] ? [] : [{ kind, name, count: counts[at] }]))
  }
  return [
    ...lost('field', type.fields, draft.fields, use?.fields),
    ...lost(
      'card',
      type.templates.map(({ name }) => name),
      draft.templates,
      use?.templates,
    ),
  ]
}
