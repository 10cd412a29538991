import { type FieldFacts, holdsFiles } from '@atrium/contract/field-facts'
import type { HeldFile } from '@atrium/contract/files'
import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../i18n/module-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { FileCount, FileThumbnail, heldUrl } from '../files/held-file.tsx'
import { fieldText } from './field-texts.ts'

interface FieldValueProps {
  field: FieldFacts
  value: unknown
  names?: ReadonlyMap<string, string>
}

const safeLink = /^https?:\/\//i

/** A field's value in a table or a card. */
export function FieldValue({ field, value, names }: FieldValueProps) {
  const { t, i18n } = useTranslation('kit')
  const text = fieldText(field, value, i18n.language, t, names)
  if (field.kind === 'checkbox')
    return value === true ? <Check role="img" aria-label={field.label} className="size-4 text-muted" /> : null
  if (text === '') return null
  if (holdsFiles(field)) return <Files field={field} files={value as readonly HeldFile[]} />
  if (field.kind === 'choice') return <Badge>{text}</Badge>
  if (field.kind === 'tags')
    return (
      <span className="flex gap-1 overflow-hidden">
        {(value as string[]).map((tag) => (
          <Badge key={tag}>
            <bdi>{tag}</bdi>
          </Badge>
        ))}
      </span>
    )
  if (field.kind === 'colour')
    return (
      <span className="flex items-center gap-2">
        <span aria-hidden className="size-3.5 rounded-sm border border-line" style={{ backgroundColor: text }} />
        <bdi>{text}</bdi>
      </span>
    )
  if (field.kind === 'rating')
    return (
      <span role="img" aria-label={`${value}/${field.most ?? 5}`} className="text-warning-ink">
        {text}
      </span>
    )
  const href =
    field.kind === 'url' && safeLink.test(text) ? text : field.kind === 'email' ? `mailto:${text}` : undefined
  if (href)
    return (
      <a
        dir="ltr"
        href={href}
        target="_blank"
        rel="noreferrer noopener"
        className="inline-block max-w-full truncate align-bottom text-accent-ink underline-offset-2 hover:underline"
      >
        {text.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '')}
      </a>
    )
  // Cut at the end of its own direction, whatever the page's.
  return (
    <span dir="auto" className="inline-block max-w-full truncate align-bottom">
      {text}
    </span>
  )
}

/** The first picture, and how many files there are. */
function Files({ field, files }: { field: FieldFacts; files: readonly HeldFile[] }) {
  const [first] = files
  return (
    <span className="flex items-center gap-2">
      {field.kind === 'image' && first && <FileThumbnail file={first} url={heldUrl(first)} className="size-7" />}
      <FileCount files={files} label={fieldLabel(field)} />
    </span>
  )
}
