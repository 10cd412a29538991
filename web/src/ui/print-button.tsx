import { Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'

/** Prints the page. What stands under `data-print="hide"` stays out; tables print all their rows. */
export function PrintButton({ label }: { label?: string }) {
  const { t } = useTranslation('kit')
  return (
    <IconButton
      label={label ?? t('print')}
      icon={<Printer />}
      className="print:hidden"
      onClick={() => window.print()}
    />
  )
}
