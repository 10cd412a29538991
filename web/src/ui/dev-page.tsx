import { Archive, Copy, Download, Inbox, MoreHorizontal, Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { PageFrame } from '../shell/page-frame.tsx'
import { Avatar } from './avatar.tsx'
import { Badge, type Tone } from './badge.tsx'
import { Button, IconButton } from './button.tsx'
import { DevOverlays } from './dev-overlays.tsx'
import { EmptyState } from './empty-state.tsx'
import { Select, Switch, TextArea, TextField } from './field.tsx'
import { Icon } from './icon.tsx'
import { Kbd } from './kbd.tsx'
import { Progress } from './progress.tsx'
import { Skeleton } from './skeleton.tsx'
import { Spinner } from './spinner.tsx'

const grounds = [
  'canvas',
  'sidebar',
  'surface',
  'popover',
  'accent',
  'accent-soft',
  'danger',
  'danger-soft',
  'success-soft',
  'warning-soft',
  'info-soft',
]
const inks = ['ink', 'muted', 'faint', 'accent-ink', 'danger-ink', 'success-ink', 'warning-ink', 'info-ink']
const sizes = [
  ['text-xs', '12 px. Labels, hints, badges'],
  ['text-sm', '14 px. The interface'],
  ['text-base', '16 px. Prose, and inputs on phones'],
  ['text-lg', '18 px. Headings of sections and dialogs'],
  ['text-xl', '22 px. The title of a page'],
  ['text-2xl', '30 px. A greeting, one figure that matters'],
] as const
const tones: readonly Tone[] = ['neutral', 'accent', 'success', 'warning', 'danger', 'info']
const spaces = [
  'art',
  'business',
  'legal',
  'productivity',
  'finance',
  'healthcare',
  'developer',
  'media',
  'gaming',
  'music',
]

/** /dev/ui: the design system as it is. Development only, so its words are not translated. */
export function DevPage() {
  const [on, setOn] = useState(true)
  return (
    <PageFrame
      title="The design system"
      text="Tokens and parts of the screen. Everything that is built is built from these."
      actions={
        <Button variant="primary" icon={<Plus className="size-4" />}>
          Add a part
        </Button>
      }
    >
      <div className="flex flex-col gap-12">
        <Part title="Type" text="Geist, six sizes. Figures stand in columns where they are compared.">
          <div className="flex flex-col gap-2">
            {sizes.map(([size, use]) => (
              <p key={size} className={`${size} flex flex-wrap items-baseline gap-x-4`}>
                <span>Hall of light</span>
                <span className="text-xs text-muted">
                  {size}, {use}
                </span>
              </p>
            ))}
            <p className="font-mono text-sm">{'const total = 1_284.50'}</p>
          </div>
        </Part>
        <Part
          title="Colour"
          text="Warm neutrals, one accent, four meanings. Text is at least 4.5:1 on every ground it stands on."
        >
          <div className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-2">
            {grounds.map((ground) => (
              <div key={ground}>
                <div className="h-12 rounded-md border border-line" style={{ background: `var(--${ground})` }} />
                <span className="text-xs text-muted">{ground}</span>
              </div>
            ))}
          </div>
          <p className="flex flex-wrap gap-x-4 gap-y-1">
            {inks.map((ink) => (
              <span key={ink} style={{ color: `var(--${ink})` }}>
                {ink}
              </span>
            ))}
          </p>
          <div className="flex flex-wrap gap-2">
            {spaces.map((space) => (
              <span key={space} data-space={space}>
                <Badge tone="space">{space}</Badge>
              </span>
            ))}
          </div>
        </Part>
        <Part title="Buttons" text="One primary on a page. The words say what happens.">
          <Row>
            <Button variant="primary">Hire 3 agents</Button>
            <Button>Export</Button>
            <Button variant="ghost">Not now</Button>
            <Button variant="danger">Delete conversation</Button>
          </Row>
          <Row>
            <Button size="sm" variant="primary" icon={<Download className="size-4" />}>
              Download
            </Button>
            <Button size="sm">Small</Button>
            <Button loading>Saving</Button>
            <Button disabled>Disabled</Button>
          </Row>
          <Row>
            <IconButton label="Copy" icon={<Copy />} shortcut="mod+C" />
            <IconButton label="Rename" icon={<Pencil />} pressed />
            <IconButton label="Archive" icon={<Archive />} variant="secondary" />
            <IconButton label="More" icon={<MoreHorizontal />} size="sm" />
            <IconButton label="Delete" icon={<Trash2 />} size="sm" disabled />
          </Row>
        </Part>
        <Part
          title="Overlays"
          text="Menus, dialogs, sheets, popovers, toasts. Each is loaded with the first that opens."
        >
          <DevOverlays />
        </Part>
        <Part title="Fields" text="Label above, help below, the error beside the field in a sentence.">
          <div className="grid max-w-3xl gap-4 sm:grid-cols-2">
            <TextField label="Title" placeholder="What is it about" help="Others see it." />
            <TextField label="E-mail" type="email" defaultValue="ada@" error="That is not an e-mail address." />
            <TextField label="Password" type="password" defaultValue="correct horse battery" />
            <Select
              label="Repeat"
              options={[
                { value: 'never', label: 'Never' },
                { value: 'weekly', label: 'Every week' },
              ]}
            />
            <TextArea label="Notes" placeholder="Grows with what is written" className="sm:col-span-2" />
            <Switch
              label="Compact lists"
              help="More rows on the screen."
              checked={on}
              onChange={setOn}
              className="sm:col-span-2"
            />
          </div>
        </Part>
        <Part title="Small parts">
          <Row>
            {tones.map((tone) => (
              <Badge key={tone} tone={tone}>
                {tone}
              </Badge>
            ))}
          </Row>
          <Row>
            <Avatar name="Ada Lovelace" />
            <Avatar name="grace" />
            <Spinner label="Loading" />
            <Kbd keys="mod+shift+O" />
            {['calendar-check', 'layers', 'receipt', 'no-such-icon'].map((name) => (
              <Icon key={name} name={name} className="size-5 text-muted" />
            ))}
          </Row>
          <Progress label="Importing" value={62} className="max-w-sm" />
          <div className="flex max-w-sm flex-col gap-2">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-4/5" />
          </div>
          <EmptyState
            icon={<Inbox />}
            title="No invoices yet"
            text="An invoice starts from a client or from hours you have logged."
            action={<Button variant="primary">Draft an invoice</Button>}
          />
        </Part>
      </div>
    </PageFrame>
  )
}

function Part({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4 border-t border-line pt-5">
      <header>
        <h2 className="text-lg">{title}</h2>
        {text && <p className="text-muted">{text}</p>}
      </header>
      {children}
    </section>
  )
}

const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2">{children}</div>
)
