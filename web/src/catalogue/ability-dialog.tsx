import { said } from '../i18n/said.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useAbility } from './ability.ts'
import { AbilityView, AbilityWays } from './ability-view.tsx'

/** One ability over the page that one is on. */
export function AbilityDialog({
  id,
  open,
  onOpenChange,
}: {
  id: string
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const ability = useAbility(id)
  if (!ability) return null
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={said(ability.title)}
      description={<bdi>{said(ability.summary)}</bdi>}
      footer={<AbilityFooter ability={ability} onDone={() => onOpenChange(false)} />}
    >
      <AbilityView ability={ability} />
    </Dialog>
  )
}

/** A way in leads away from the page: the dialog goes with it. */
function AbilityFooter({
  ability,
  onDone,
}: {
  ability: NonNullable<ReturnType<typeof useAbility>>
  onDone: () => void
}) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: it only listens to its links and buttons
    <div className="contents" onClick={onDone}>
      <AbilityWays ability={ability} />
    </div>
  )
}
