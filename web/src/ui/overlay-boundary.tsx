import { Component, type ReactNode, useEffect } from 'react'
import { i18n } from '../i18n/index.ts'
import { sentenceFor } from '../platform/api.ts'
import { isLoadFailure } from '../platform/patiently.ts'
import { toast } from './toast-store.ts'

interface OverlayBoundaryProps {
  children: ReactNode
  open: boolean
  onClose: () => void
}

/** What floats and fails goes, with a word about it; the page below stays as it is. A class because React has no function for it. */
export class OverlayBoundary extends Component<OverlayBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onClose()
    tellFailure(error)
  }

  override componentDidUpdate(before: OverlayBoundaryProps): void {
    if (this.state.failed && this.props.open && !before.open) this.setState({ failed: false })
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children
  }
}

function tellFailure(error: unknown): void {
  const isOld = isLoadFailure(error)
  toast({
    variant: 'destructive',
    title: i18n.t('errors.partTitle'),
    description: isOld ? i18n.t('errors.partText') : sentenceFor(error),
    action: isOld
      ? { label: i18n.t('errors.refresh'), altText: i18n.t('errors.refreshAlt'), onClick: () => location.reload() }
      : undefined,
  })
}

/** Stands where a part that floats is still to come. Offline it will not come soon, and something that opens by itself minutes later helps nobody. */
export function OverlayComing({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    if (navigator.onLine) return
    onClose()
    toast({ title: i18n.t('errors.offlineTitle'), description: i18n.t('errors.offlineText') })
  }, [onClose])
  return null
}
