import { i18n } from '../i18n/index.ts'
import { readScope, setScope } from '../platform/scope.ts'
import { toast } from '../ui/toast-store.ts'

/** Back to the person's own things: the team that they worked in is closed, or they are not in it any more. */
export async function leaveScope(): Promise<void> {
  if (!readScope()) return
  setScope('')
  await i18n.loadNamespaces('teams')
  toast({ title: i18n.t('teams:scope.lost'), description: i18n.t('teams:scope.lostText') })
}
