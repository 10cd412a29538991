import type { Cart } from '@atrium/contract/workforce'
import { useTranslation } from 'react-i18next'
import { toast } from '../ui/toast.tsx'
import { changeCart } from './cart-store.ts'

/** Replaces what is in the cart, which can be taken back from the toast. */
export function useReplaceCart() {
  const { t } = useTranslation('workforce')
  return (operation: (cart: Cart) => Cart, title: string, description?: string) => {
    const before = changeCart(operation)
    toast({
      title,
      description,
      action: {
        label: t('common.undo'),
        altText: t('presets.undoAlt'),
        onClick: () => void changeCart(() => before),
      },
    })
  }
}
