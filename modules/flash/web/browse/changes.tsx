import {
  Button,
  Menu,
  MenuContent,
  MenuItem,
  MenuSeparator,
  MenuTrigger,
  Popover,
  TextField,
  useAction,
} from '@atrium/web/kit'
import { ChevronDown } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type flash from '../../module.ts'
import type { DeckCounts } from '../../module.ts'
import { ChangeType } from '../change-type.tsx'
import { useTexts } from '../texts.ts'

interface ChangesProps {
  ids: string[]
  /** The note of the first of them. */
  note: string
  decks: readonly DeckCounts[]
  onDone: () => void
}

/** What can be done with the chosen cards. Each is undone from its message. */
export function Changes({ ids, note, decks, onDone }: ChangesProps) {
  const { t } = useTexts()
  const [retyping, setRetyping] = useState(false)
  const done = ({ count }: { count: number }) => t('browse.changed', { count })
  const suspend = useAction<typeof flash, 'suspend'>('flash', 'suspend', { done })
  const bury = useAction<typeof flash, 'bury'>('flash', 'bury', { done })
  const forget = useAction<typeof flash, 'forget'>('flash', 'forget', { done })
  const move = useAction<typeof flash, 'move'>('flash', 'move', { done })
  const tag = useAction<typeof flash, 'tag'>('flash', 'tag', { done })
  const reschedule = useAction<typeof flash, 'reschedule'>('flash', 'reschedule', { done })
  const after = { onSuccess: onDone }
  return (
    <>
      <Ask
        label={t('browse.move')}
        field={t('add.deck')}
        options={decks.map(({ name }) => name)}
        onAnswer={(deck) => move.mutate({ ids, deck }, after)}
      />
      <Ask
        label={t('browse.tag')}
        field={t('field.tags')}
        onAnswer={(text) => tag.mutate({ ids, add: text.split(/[\s,]+/).filter(Boolean) }, after)}
      />
      <Ask
        label={t('browse.setDue')}
        field={t('browse.days')}
        numeric
        onAnswer={(text) => reschedule.mutate({ ids, days: Number(text) }, after)}
      />
      <Menu>
        <MenuTrigger>
          <Button size="sm">
            {t('browse.more')}
            <ChevronDown aria-hidden className="size-4" />
          </Button>
        </MenuTrigger>
        <MenuContent align="end">
          <MenuItem onSelect={() => suspend.mutate({ ids, on: true }, after)}>{t('browse.suspend')}</MenuItem>
          <MenuItem onSelect={() => suspend.mutate({ ids, on: false }, after)}>{t('browse.resume')}</MenuItem>
          <MenuSeparator />
          <MenuItem onSelect={() => bury.mutate({ ids, on: true }, after)}>{t('browse.bury')}</MenuItem>
          <MenuItem onSelect={() => bury.mutate({ ids, on: false }, after)}>{t('browse.unbury')}</MenuItem>
          <MenuSeparator />
          <MenuItem onSelect={() => forget.mutate({ ids }, after)}>{t('browse.forget')}</MenuItem>
          <MenuSeparator />
          <MenuItem onSelect={() => setRetyping(true)}>{t('types.change')}…</MenuItem>
        </MenuContent>
      </Menu>
      <ChangeType ids={ids} note={note} open={retyping} onClose={() => setRetyping(false)} onDone={onDone} />
    </>
  )
}

interface AskProps {
  label: string
  field: string
  options?: readonly string[]
  numeric?: boolean
  onAnswer: (text: string) => void
}

/** A button that asks for one word. */
function Ask({ label, field, options = [], numeric = false, onAnswer }: AskProps) {
  const { t } = useTexts()
  const [text, setText] = useState('')
  const list = `flash-${label}`
  return (
    <Popover label={label} trigger={<Button size="sm">{label}</Button>} side="top">
      {(close) => (
        <form
          className="flex w-64 items-end gap-2"
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            if (text.trim() === '') return
            onAnswer(text.trim())
            close()
          }}
        >
          <TextField
            label={field}
            list={options.length > 0 ? list : undefined}
            type={numeric ? 'number' : 'text'}
            min={0}
            max={36_500}
            value={text}
            className="min-w-0 flex-1"
            onChange={(event) => setText(event.target.value)}
          />
          <datalist id={list}>
            {options.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <Button type="submit" variant="primary">
            {t('ok')}
          </Button>
        </form>
      )}
    </Popover>
  )
}
