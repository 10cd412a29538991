import { directionOf } from '@atrium/contract/catalogue/language-codes'
import { type Language, languages } from '@atrium/contract/catalogue/languages'
import { clsx } from 'clsx'
import { Check, ChevronsUpDown } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { controlClass } from '../ui/field.tsx'
import { Popover } from '../ui/popover.tsx'

/** By the language's own name, its code, or its name in the language of the page. */
function found(query: string, shownIn: string): readonly Language[] {
  const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const names = new Intl.DisplayNames([shownIn, 'en'], { type: 'language' })
  const words = plain(query.trim())
  return languages.filter(({ code, name }) => plain(`${name} ${code} ${names.of(code) ?? ''}`).includes(words))
}

export function LanguagePicker({ current, onChoose }: { current: string; onChoose: (code: string) => void }) {
  const { t } = useTranslation('settings')
  const chosen = languages.find(({ code }) => code === current)
  return (
    <Popover
      label={t('language.choose')}
      className="p-0!"
      trigger={
        <Button className="w-full max-w-md justify-between!" aria-label={`${t('language.choose')}: ${chosen?.name}`}>
          <span lang={chosen?.code}>{chosen?.name}</span>
          <ChevronsUpDown aria-hidden className="size-4 text-muted" />
        </Button>
      }
    >
      {(close) => (
        <LanguageList
          current={current}
          onChoose={(code) => {
            close()
            if (code !== current) onChoose(code)
          }}
        />
      )}
    </Popover>
  )
}

function LanguageList({ current, onChoose }: { current: string; onChoose: (code: string) => void }) {
  const { t } = useTranslation('settings')
  const id = useId()
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(current)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [])
  const shown = found(query, current)
  const at = Math.max(
    0,
    shown.findIndex(({ code }) => code === active),
  )
  const optionId = (code: string) => `${id}-${code}`
  const move = (to: number) => {
    const next = shown[(to + shown.length) % shown.length]
    if (!next) return
    setActive(next.code)
    document.getElementById(optionId(next.code))?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 }[event.key]
    const picked = shown[at]
    if (to !== undefined) move(to)
    else if (event.key === 'Enter' && picked) onChoose(picked.code)
    else return
    event.preventDefault()
  }
  return (
    <div className="flex flex-col">
      <div className="border-line border-b p-2">
        <input
          type="text"
          role="combobox"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={shown[at] && optionId(shown[at].code)}
          aria-label={t('language.search')}
          placeholder={t('language.search')}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          onKeyDown={onKeyDown}
          className={clsx(controlClass, 'h-9 px-3')}
        />
      </div>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={t('language.choose')}
        tabIndex={-1}
        className="max-h-72 overflow-y-auto p-1"
      >
        {shown.map(({ code, name }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the field above, which keeps the focus
          <div
            key={code}
            id={optionId(code)}
            role="option"
            tabIndex={-1}
            aria-selected={code === current}
            onClick={() => onChoose(code)}
            onPointerMove={() => setActive(code)}
            className={clsx(
              'flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 py-1 touch:min-h-11',
              index === at && 'bg-hover',
            )}
          >
            <span lang={code} dir={directionOf(code)} className="min-w-0 flex-1">
              {name}
            </span>
            {code === current && <Check aria-hidden className="size-4 text-accent-ink" />}
          </div>
        ))}
      </div>
      {shown.length === 0 && <p className="px-3 pb-3 text-muted">{t('language.none')}</p>}
    </div>
  )
}
