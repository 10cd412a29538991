import { brand } from '@atrium/contract/brand'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { CopyButton } from './copy-button.tsx'
import { saveFile } from './save-file.ts'

/** The codes as they are shown, once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation('settings')
  const text = codes.join('\n')
  return (
    <div className="flex flex-col gap-3">
      <p className="text-pretty text-muted">{t('twoFactor.codesText')}</p>
      <ul
        aria-label={t('twoFactor.codes')}
        dir="ltr"
        className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md bg-surface px-4 py-3 font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} />
        <Button
          size="sm"
          icon={<Download aria-hidden className="size-4" />}
          onClick={() =>
            saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), `${brand.prefix}-recovery-codes.txt`)
          }
        >
          {t('download')}
        </Button>
      </div>
    </div>
  )
}
