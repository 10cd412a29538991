import { Menu, MenuContent, MenuItem, MenuSeparator, MenuSub, MenuTrigger } from '@atrium/web/kit'
import {
  ArrowDownAZ,
  ArrowUpZA,
  ChartNoAxesColumn,
  ChevronDown,
  Combine,
  Eraser,
  ListFilter,
  Pencil,
  Shapes,
  Trash2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { Step } from '../cleaning/step-schema.ts'
import { isDated, isNumeric } from '../kinds.ts'
import type { Profile } from '../measuring/profile.ts'
import type { Facet } from './address.ts'
import type { StepForm } from './step-dialog.tsx'
import { useTexts } from './texts.ts'

interface ColumnMenuProps {
  column: Profile
  columns: readonly Profile[]
  head: ReactNode
  onStep: (step: Step) => void
  onForm: (form: StepForm) => void
  onFacet: (facet: Facet) => void
  onFormula: () => void
  onCluster: () => void
  onDescribe: () => void
}

/** All that can be done with a column, at its head. */
export function ColumnMenu({
  column,
  columns,
  head,
  onStep,
  onForm,
  onFacet,
  onFormula,
  onCluster,
  onDescribe,
}: ColumnMenuProps) {
  const { t } = useTexts()
  const { name, type } = column
  const at = columns.findIndex((one) => one.name === name)
  const own = [name]
  const form = (kind: StepForm['kind']) => onForm({ kind, column: name })
  const sort = (direction: 'asc' | 'desc') => onStep({ kind: 'sort', by: [{ column: name, direction }] })
  const hasRange = isNumeric(type) || isDated(type)
  return (
    <Menu>
      <MenuTrigger>
        <button
          type="button"
          aria-label={t('column.menu', { column: name })}
          className="flex h-10 w-full items-center gap-1.5 px-3 hover:bg-hover focus-visible:-outline-offset-2 aria-expanded:bg-active"
        >
          {head}
          <ChevronDown aria-hidden className="size-3.5 shrink-0 text-faint" />
        </button>
      </MenuTrigger>
      <MenuContent align="start" label={name}>
        <MenuItem icon={<ChartNoAxesColumn aria-hidden />} onSelect={onDescribe}>
          {t('column.describe')}
        </MenuItem>
        <MenuItem
          icon={<ListFilter aria-hidden />}
          onSelect={() => onFacet({ column: name, kind: 'values', choice: null })}
        >
          {t('column.facet')}
        </MenuItem>
        {hasRange && (
          <MenuItem
            icon={<ListFilter aria-hidden />}
            onSelect={() => onFacet({ column: name, kind: 'range', choice: null })}
          >
            {t('column.range')}
          </MenuItem>
        )}
        <MenuItem
          icon={<ListFilter aria-hidden />}
          onSelect={() => onFacet({ column: name, kind: 'blank', choice: null })}
        >
          {t('column.blank')}
        </MenuItem>
        <MenuItem icon={<Shapes aria-hidden />} onSelect={onCluster}>
          {t('column.cluster')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<ArrowDownAZ aria-hidden />} onSelect={() => sort('asc')}>
          {t('column.ascending')}
        </MenuItem>
        <MenuItem icon={<ArrowUpZA aria-hidden />} onSelect={() => sort('desc')}>
          {t('column.descending')}
        </MenuItem>
        <MenuSeparator />
        <MenuSub label={t('column.cells')} icon={<Eraser aria-hidden />}>
          <MenuItem onSelect={() => onStep({ kind: 'trim', columns: own })}>{t('column.trim')}</MenuItem>
          <MenuItem onSelect={() => onStep({ kind: 'collapse', columns: own })}>{t('column.collapse')}</MenuItem>
          {(['upper', 'lower', 'title'] as const).map((to) => (
            <MenuItem key={to} onSelect={() => onStep({ kind: 'case', columns: own, to })}>
              {t(`column.case.${to}`)}
            </MenuItem>
          ))}
          <MenuItem onSelect={() => form('replace')}>{t('column.replace')}</MenuItem>
          <MenuItem onSelect={() => onStep({ kind: 'fillDown', columns: own })}>{t('column.fillDown')}</MenuItem>
          <MenuItem onSelect={() => form('type')}>{t('column.type')}</MenuItem>
          <MenuItem onSelect={onFormula}>{t('column.formula')}</MenuItem>
        </MenuSub>
        <MenuSub label={t('column.column')} icon={<Pencil aria-hidden />}>
          <MenuItem onSelect={() => form('rename')}>{t('column.rename')}</MenuItem>
          <MenuItem onSelect={() => form('split')}>{t('column.split')}</MenuItem>
          <MenuItem icon={<Combine aria-hidden />} onSelect={() => form('join')}>
            {t('column.join')}
          </MenuItem>
          <MenuItem disabled={at <= 0} onSelect={() => onStep({ kind: 'move', column: name, to: at - 1 })}>
            {t('column.before')}
          </MenuItem>
          <MenuItem
            disabled={at >= columns.length - 1}
            onSelect={() => onStep({ kind: 'move', column: name, to: at + 1 })}
          >
            {t('column.after')}
          </MenuItem>
        </MenuSub>
        <MenuSub label={t('column.rows')} icon={<ListFilter aria-hidden />}>
          <MenuItem onSelect={() => form('filter')}>{t('column.filter')}</MenuItem>
          <MenuItem onSelect={() => onStep({ kind: 'dropBlank', columns: own })}>{t('column.dropBlank')}</MenuItem>
          <MenuItem onSelect={() => onStep({ kind: 'dedupe', columns: own })}>{t('column.dedupe')}</MenuItem>
        </MenuSub>
        <MenuSeparator />
        <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => onStep({ kind: 'remove', columns: own })}>
          {t('column.remove')}
        </MenuItem>
      </MenuContent>
    </Menu>
  )
}
