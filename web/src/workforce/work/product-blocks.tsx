import '../../chat/chat.css'
import type { Block } from '@atrium/contract/work-product'
import { Check, CircleCheck, CircleHelp, CircleX, Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Markdown } from '../../chat/markdown.tsx'
import { useCopy } from '../../chat/use-copy.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ProductTable } from './product-table.tsx'
import { withoutFormulas } from './product-text.ts'

export function ProductBlock({ block, id }: { block: Block; id: string }) {
  const { t } = useTranslation('seats')
  switch (block.kind) {
    case 'text':
      return <Markdown text={withoutFormulas(block.markdown)} id={id} />
    case 'table':
      return <ProductTable block={block} label={block.title || t('deliverable.table')} />
    case 'drafts':
      return <Drafts block={block} />
    case 'checks':
      return <Checks block={block} />
  }
}

type Of<K extends Block['kind']> = Extract<Block, { kind: K }>

function Drafts({ block: { drafts } }: { block: Of<'drafts'> }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,22rem),1fr))] gap-3 print:block">
      {drafts.map((draft, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a draft is its place in the product
        <Draft key={at} draft={draft} />
      ))}
    </ul>
  )
}

function Draft({ draft: { to, subject, text } }: { draft: Of<'drafts'>['drafts'][number] }) {
  const { t } = useTranslation('seats')
  const { copied, copy } = useCopy()
  const fields = [
    ['to', to],
    ['subject', subject],
  ] as const
  return (
    <li className="flex min-w-0 flex-col rounded-md border border-line text-sm print:mb-3 print:break-inside-avoid">
      <div className="flex items-start gap-3 border-b border-line px-3 py-2">
        <dl className="min-w-0 flex-1">
          {fields.map(
            ([name, value]) =>
              value && (
                <div key={name} className="flex gap-1.5">
                  <dt className="shrink-0 text-muted">{t(`deliverable.${name}`)}</dt>
                  <dd dir="auto" className="min-w-0 font-medium wrap-anywhere">
                    {value}
                  </dd>
                </div>
              ),
          )}
        </dl>
        <Button
          size="sm"
          variant="ghost"
          className="-me-1.5 print:hidden"
          icon={copied ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
          onClick={() => copy(subject ? `${subject}\n\n${text}` : text)}
        >
          {t(copied ? 'deliverable.copied' : 'deliverable.copy')}
        </Button>
      </div>
      <p dir="auto" className="px-3 py-2.5 whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
    </li>
  )
}

const signs = {
  pass: ['success', CircleCheck],
  fail: ['danger', CircleX],
  unknown: ['neutral', CircleHelp],
} as const

function Checks({ block: { checks } }: { block: Of<'checks'> }) {
  const { t } = useTranslation('seats')
  const of = (state: keyof typeof signs) => checks.filter((one) => one.state === state).length
  return (
    <>
      <p className="mb-2 text-sm text-muted tabular-nums">
        {t('deliverable.checksSum', { pass: of('pass'), fail: of('fail'), unknown: of('unknown') })}
      </p>
      <ul className="divide-y divide-line border-y border-line text-sm">
        {checks.map(({ text, state, note }, at) => {
          const [tone, Sign] = signs[state]
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a check is its place in the product
            <li key={at} className="flex flex-wrap items-start gap-x-3 gap-y-1 py-2">
              <span className="min-w-0 flex-[1_1_14rem]">
                <span dir="auto" className="block wrap-anywhere">
                  {text}
                </span>
                {note && (
                  <span dir="auto" className="block text-muted wrap-anywhere">
                    {note}
                  </span>
                )}
              </span>
              <Badge
                tone={tone}
                icon={<Sign aria-hidden />}
                className="print:border print:bg-transparent print:text-ink"
              >
                {t(`deliverable.checks.${state}`)}
              </Badge>
            </li>
          )
        })}
      </ul>
    </>
  )
}
