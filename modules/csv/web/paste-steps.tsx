import { Button, Dialog, TextArea } from '@atrium/web/kit'
import { useState } from 'react'
import { z } from 'zod'
import { flatPairs, Step } from '../cleaning/step-schema.ts'
import { useTexts } from './texts.ts'

/** Steps of another dataset, as text, done to this one. */
export function PasteSteps({ onSteps, onClose }: { onSteps: (steps: Step[]) => void; onClose: () => void }) {
  const { t } = useTexts()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const apply = () => {
    try {
      const given: unknown = JSON.parse(text)
      const parsed = z
        .array(Step)
        .min(1)
        .safeParse(Array.isArray(given) ? given.map(flatPairs) : given)
      if (!parsed.success) return setError(t('steps.notSteps'))
      onSteps(parsed.data)
      onClose()
    } catch {
      setError(t('steps.notSteps')) // no JSON at all
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('steps.paste')}
      description={t('steps.pasteText')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" onClick={apply}>
            {t('steps.apply')}
          </Button>
        </>
      }
    >
      <TextArea
        label={t('steps.title')}
        rows={8}
        value={text}
        error={error}
        spellCheck={false}
        dir="ltr"
        onChange={({ target }) => {
          setText(target.value)
          setError(undefined)
        }}
      />
    </Dialog>
  )
}
