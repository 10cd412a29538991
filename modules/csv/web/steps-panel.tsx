import { Button, IconButton, Menu, MenuContent, MenuItem, MenuTrigger, toast } from '@atrium/web/kit'
import { clsx } from 'clsx'
import {
  ArrowDown,
  ArrowUp,
  ClipboardPaste,
  Copy,
  EllipsisVertical,
  Redo2,
  Trash2,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import { useState } from 'react'
import type { Effect } from '../cleaning/steps.ts'
import type { DatasetRow } from '../module.ts'
import { shownCount } from './formats.ts'
import { PasteSteps } from './paste-steps.tsx'
import { stepText } from './step-text.ts'
import { useTexts } from './texts.ts'
import type { StepList } from './use-steps.ts'

interface StepsPanelProps {
  dataset: DatasetRow
  effects: readonly Effect[]
  list: StepList
}

/** What was done to the table, in its order; what was undone stands below, grey, until something else is done. */
export function StepsPanel({ dataset, effects, list }: StepsPanelProps) {
  const texts = useTexts()
  const { t } = texts
  const [pasting, setPasting] = useState(false)
  const { steps, done } = dataset
  const copy = async () => {
    const text = JSON.stringify(steps.slice(0, done), null, 2)
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: t('steps.copied') })
    } catch {
      // No clipboard without a secure connection: then as a file.
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
      link.download = `${dataset.name}.steps.json`
      link.click()
    }
  }
  return (
    <section aria-label={t('steps.title')} className="rounded-lg border border-line p-3">
      <div className="flex items-center gap-1">
        <h3 className="flex-1 text-sm font-medium">{t('steps.title')}</h3>
        <IconButton
          size="sm"
          label={t('steps.undo')}
          shortcut="mod+Z"
          icon={<Undo2 className="rtl:-scale-x-100" />}
          disabled={!list.canUndo}
          onClick={() => void list.undo()}
        />
        <IconButton
          size="sm"
          label={t('steps.redo')}
          shortcut="mod+shift+Z"
          icon={<Redo2 className="rtl:-scale-x-100" />}
          disabled={!list.canRedo}
          onClick={() => void list.redo()}
        />
        <Menu>
          <MenuTrigger>
            <IconButton size="sm" label={t('steps.more')} icon={<EllipsisVertical />} />
          </MenuTrigger>
          <MenuContent align="end">
            <MenuItem icon={<Copy aria-hidden />} disabled={done === 0} onSelect={() => void copy()}>
              {t('steps.copy')}
            </MenuItem>
            <MenuItem icon={<ClipboardPaste aria-hidden />} onSelect={() => setPasting(true)}>
              {t('steps.paste')}
            </MenuItem>
            <MenuItem
              icon={<Trash2 aria-hidden />}
              danger
              disabled={steps.length === 0}
              onSelect={() => void list.clear()}
            >
              {t('steps.clear')}
            </MenuItem>
          </MenuContent>
        </Menu>
      </div>
      {steps.length === 0 ? (
        <p className="mt-1 text-xs text-pretty text-muted">{t('steps.none')}</p>
      ) : (
        <ol className="mt-1 max-h-80 overflow-auto">
          {steps.map((step, at) => {
            const effect = effects[at]
            const isDone = at < done
            const fault = effect?.missing[0]
              ? t('steps.missing', { column: effect.missing[0] })
              : effect?.badPattern
                ? t('form.badPattern')
                : effect?.problem
                  ? `${t(`server.formula.${effect.problem.why}`, { word: effect.problem.word })} ${effect.failed ? t('steps.failed', { count: effect.failed, shown: shownCount(effect.failed, texts.language) }) : ''}`
                  : null
            return (
              <li
                key={at}
                className={clsx(
                  'group flex items-start gap-1 rounded-sm px-1 py-1 text-sm hover:bg-hover',
                  !isDone && 'text-faint',
                )}
              >
                <div className="min-w-0 flex-1">
                  <p className={clsx('wrap-anywhere', !isDone && 'line-through')}>{stepText(step, texts)}</p>
                  {isDone && fault && (
                    <p className="flex items-center gap-1 text-xs text-warning-ink">
                      <TriangleAlert aria-hidden className="size-3 shrink-0" />
                      {fault}
                    </p>
                  )}
                  {isDone && !fault && effect && (
                    <p className="text-xs text-muted">{t('steps.changed', { count: effect.changed })}</p>
                  )}
                </div>
                <Menu>
                  <MenuTrigger>
                    <IconButton size="sm" label={t('steps.menu', { number: at + 1 })} icon={<EllipsisVertical />} />
                  </MenuTrigger>
                  <MenuContent align="end">
                    <MenuItem
                      icon={<ArrowUp aria-hidden />}
                      disabled={at === 0}
                      onSelect={() => void list.moveBy(at, -1)}
                    >
                      {t('steps.up')}
                    </MenuItem>
                    <MenuItem
                      icon={<ArrowDown aria-hidden />}
                      disabled={at === steps.length - 1}
                      onSelect={() => void list.moveBy(at, 1)}
                    >
                      {t('steps.down')}
                    </MenuItem>
                    <MenuItem icon={<Undo2 aria-hidden />} onSelect={() => void list.goTo(at + 1)}>
                      {t('steps.goTo')}
                    </MenuItem>
                    <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => void list.removeAt(at)}>
                      {t('steps.remove')}
                    </MenuItem>
                  </MenuContent>
                </Menu>
              </li>
            )
          })}
        </ol>
      )}
      {pasting && <PasteSteps onSteps={(next) => void list.add(...next)} onClose={() => setPasting(false)} />}
      {steps.length > 0 && done === 0 && (
        <Button size="sm" variant="ghost" className="mt-1" onClick={() => void list.goTo(steps.length)}>
          {t('steps.redoAll')}
        </Button>
      )}
    </section>
  )
}
