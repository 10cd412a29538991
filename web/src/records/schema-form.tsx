import type { ReactNode } from 'react'
import type { z } from 'zod'
import { part } from '../platform/part.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export type FieldKind =
  | 'text'
  | 'area'
  | 'number'
  | 'date'
  | 'datetime'
  | 'select'
  | 'switch'
  /** Numbers, amounts and spans as the person's language writes them. */
  | 'written'
  | 'email'
  | 'url'
  | 'tel'
  | 'colour'
  /** Files that are kept with a record: shown where the form knows whose it is. */
  | 'files'
  /** A postal address in its parts. */
  | 'address'
  /** Markdown, written as it will look. */
  | 'rich'
  /** A day, and a time where one is given. */
  | 'local'

/** What a control of the page's own is given. */
export interface OwnControl {
  label: string
  help?: ReactNode
  error?: string
  value: string
  onChange: (value: string) => void
  /** Where the form goes when its value is refused. */
  ref: (at: { focus: () => void } | null) => void
}

export interface FormField {
  label: string
  help?: ReactNode
  /** Found out from the schema when absent. */
  kind?: FieldKind
  /** Of a select; the values of an enum stand for themselves when absent. */
  options?: readonly { value: string; label: string }[]
  placeholder?: string
  /** A control of the page's own, which may look at what the others hold; where it answers null, the field is not asked for. */
  control?: (own: OwnControl, held: Readonly<Record<string, unknown>>) => ReactNode
}

export interface SchemaFormProps<S extends z.ZodObject> {
  schema: S
  value?: Partial<z.input<S>>
  /** The fields that are shown, in this order; all of the schema's when absent. What is not shown stays as it is in `value`. */
  labels?: { [K in keyof z.input<S> & string]?: FormField }
  /** The collection whose record it is: where files of its fields are sent. */
  place?: { module: string; collection: string }
  submit: string
  /** May throw: a refusal of the server's stands at its field, and what was typed stays. */
  onSubmit: (value: z.output<S>) => Promise<unknown> | unknown
  onCancel?: () => void
  /** Quiet buttons before Cancel and the primary one: History, Delete. */
  extra?: ReactNode
}

export type SchemaFormPanelProps = SchemaFormProps<z.ZodObject>

const SchemaFormPanel = /* @__PURE__ */ part<SchemaFormPanelProps>(() =>
  import('./schema-form-panel.tsx').then((file) => file.SchemaFormPanel),
)

/** A form made from a schema: errors in sentences at their fields, Ctrl/Cmd+Enter sends, what is not saved is asked about before it goes. */
export function SchemaForm<S extends z.ZodObject>(props: SchemaFormProps<S>) {
  return (
    <SchemaFormPanel
      {...(props as unknown as SchemaFormPanelProps)}
      placeholder={
        <div aria-hidden className="flex flex-col gap-4">
          {Object.keys(props.labels ?? props.schema.shape).map((name) => (
            <div key={name} className="flex flex-col gap-1.5">
              <Skeleton className="h-5 w-24" />
              <Skeleton className="h-10 w-full" />
            </div>
          ))}
        </div>
      }
    />
  )
}
