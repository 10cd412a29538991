// Fields of a form as text has them, and what a person gave to fill them in.

export interface FormField {
  line: number
  label: string
  kind: 'text' | 'choice' | 'signature'
  /** As the form has it. */
  raw: string
}

const BLANK = /_{3,}|\.{5,}|…{2,}/
const SIGNED = /\b(signature|signed|sign here|initials)\b/i
const CONSENT = /\b(i (?:agree|consent|confirm|declare|authori[sz]e)|consent)\b/i

/** A label without its number and colon. */
const bare = (label: string): string =>
  label
    .trim()
    .replace(/[:\s]+$/, '')
    .replace(/^[\d.)\s*•-]+/, '')

/** `Name: ____`, `Date of birth ....`, `[ ] Yes`; one line may hold several. */
export function fieldsIn(text: string): FormField[] {
  const fields: FormField[] = []
  for (const [at, whole] of text.split(/\r?\n/).slice(0, 2_000).entries()) {
    const raw = whole.slice(0, 500)
    const boxes = [...raw.matchAll(/(?:\[\s?\]|☐|□|\(\s\))\s*([^[\]☐□()]{1,120})/g)]
    const lead = bare(raw.split(/\[\s?\]|☐|□|\(\s\)/)[0] ?? '')
    if (boxes.length > 0) {
      const label = lead || boxes.map(([, one = '']) => one.trim()).join(' / ')
      fields.push({ line: at + 1, label, kind: CONSENT.test(raw) ? 'signature' : 'choice', raw: raw.trim() })
      continue
    }
    if (BLANK.test(raw)) {
      for (const part of raw.split(BLANK)) {
        const label = bare(part)
        if (label.length > 1 && /\p{L}/u.test(label))
          fields.push({
            line: at + 1,
            label: label.slice(0, 120),
            kind: SIGNED.test(raw) || CONSENT.test(raw) ? 'signature' : 'text',
            raw: raw.trim(),
          })
      }
      continue
    }
    const [, label] = /^\s*([\p{L}][^:]{1,80}):\s*$/u.exec(raw) ?? []
    if (label)
      fields.push({
        line: at + 1,
        label: label.trim(),
        kind: SIGNED.test(label) ? 'signature' : 'text',
        raw: raw.trim(),
      })
  }
  return fields.slice(0, 300)
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/\([^)]{0,80}\)/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Labels that mean the same: nothing is filled in by a likeness of words alone. */
const SAME: readonly (readonly string[])[] = [
  ['name', 'full name', 'patient name', 'name of patient', 'patient'],
  ['first name', 'given name', 'forename'],
  ['last name', 'surname', 'family name'],
  ['date of birth', 'birth date', 'born', 'born on', 'dob', 'birthday'],
  ['address', 'home address', 'street and town', 'postal address'],
  ['telephone', 'phone', 'phone number', 'telephone number', 'mobile', 'mobile number', 'tel'],
  ['e mail', 'email', 'email address', 'e mail address'],
  ['insurance', 'insurer', 'health insurance', 'insurance company'],
  ['insurance number', 'member number', 'policy number', 'membership number'],
  ['emergency contact', 'contact in an emergency', 'next of kin'],
  ['general practitioner', 'gp', 'family doctor', 'doctor'],
  ['allergies', 'known allergies', 'allergy'],
  ['medicines', 'medication', 'medications', 'current medication', 'current medications', 'current medicines'],
  ['occupation', 'job', 'profession'],
]

const meaning = (label: string): string => {
  const words = plain(label)
  return SAME.find((all) => all.includes(words))?.[0] ?? words
}

export interface Facts {
  /** By what the label means. */
  known: Map<string, { value: string; line: number }>
  /** The same label with two values: neither is used. */
  conflicts: { label: string; lines: number[] }[]
  unread: number[]
}

/** `Date of birth: 4 May 1980`, one a line. */
export function factsIn(text: string): Facts {
  const facts: Facts = { known: new Map(), conflicts: [], unread: [] }
  const clashing = new Set<string>()
  for (const [at, raw] of text.split(/\r?\n/).slice(0, 500).entries()) {
    if (!raw.trim()) continue
    const [, label = '', value = ''] = /^\s*([^:]{1,80}):\s*(.{1,500})/.exec(raw) ?? []
    const key = meaning(label)
    if (!key || !value.trim()) {
      facts.unread.push(at + 1)
      continue
    }
    const known = facts.known.get(key)
    if (known && plain(known.value) !== plain(value)) {
      facts.conflicts.push({ label: label.trim(), lines: [known.line, at + 1] })
      clashing.add(key)
    } else if (!known) facts.known.set(key, { value: value.trim(), line: at + 1 })
  }
  for (const key of clashing) facts.known.delete(key)
  return facts
}

export interface Filled {
  field: FormField
  value: string
  /** Line of what the person gave; null when nothing fits. */
  from: number | null
  state: 'filled' | 'missing' | 'yours alone'
}

/** Signatures and consents are the person's alone, whatever was given for them. */
export const fill = (fields: readonly FormField[], { known }: Facts): Filled[] =>
  fields.map((field) => {
    if (field.kind === 'signature') return { field, value: '', from: null, state: 'yours alone' }
    const found = known.get(meaning(field.label))
    return found
      ? { field, value: found.value, from: found.line, state: 'filled' }
      : { field, value: '', from: null, state: 'missing' }
  })
