import { Button, Dialog } from '@atrium/web/kit'
import { useRef, useState } from 'react'
import type { Scope } from '../module.ts'
import { useTexts } from './texts.ts'

/** Asks how much of a series is meant: `const { ask, question } = useScope()`, `await ask('change')`. Null: none, after all. */
export function useScope() {
  const { t } = useTexts()
  const [about, setAbout] = useState<'change' | 'remove'>('change')
  const [open, setOpen] = useState(false)
  const answer = useRef<(scope: Scope | null) => void>(undefined)
  const settle = (scope: Scope | null) => {
    setOpen(false)
    answer.current?.(scope)
    answer.current = undefined
  }
  const ask = (what: 'change' | 'remove') => {
    setAbout(what)
    setOpen(true)
    return new Promise<Scope | null>((resolve) => {
      answer.current = resolve
    })
  }
  const question = (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && settle(null)}
      size="sm"
      title={t(`scope.${about}`)}
      description={t('scope.text')}
    >
      <div className="flex flex-col gap-2">
        {(['this', 'following', 'all'] as const).map((scope) => (
          <Button key={scope} autoFocus={scope === 'this'} onClick={() => settle(scope)}>
            {t(`scope.${scope}`)}
          </Button>
        ))}
        <Button variant="ghost" onClick={() => settle(null)}>
          {t('cancel')}
        </Button>
      </div>
    </Dialog>
  )
  return { ask, question }
}
