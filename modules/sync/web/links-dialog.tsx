import { Button, Dialog } from '@atrium/web/kit'
import { ShareList } from './share-list.tsx'
import { useTexts } from './texts.ts'

export function LinksDialog({ onDone }: { onDone: () => void }) {
  const { t } = useTexts()
  return (
    <Dialog open onOpenChange={onDone} title={t('links')} footer={<Button onClick={onDone}>{t('close')}</Button>}>
      <ShareList empty={t('empty.links')} />
    </Dialog>
  )
}
