import { Button, Menu, MenuContent, MenuItem, MenuTrigger } from '@atrium/web/kit'
import { Check, Users } from 'lucide-react'
import { useTexts } from './texts.ts'

interface WhoMenuProps {
  people: readonly { value: string; label: string }[]
  who: string | undefined
  onWho: (who: string | undefined) => void
}

/** Of a team's tasks, whose are shown. */
export function WhoMenu({ people, who, onWho }: WhoMenuProps) {
  const { t } = useTexts()
  const everybody = { value: undefined, label: t('assigned.everybody') }
  const chosen = people.find(({ value }) => value === who) ?? everybody
  return (
    <Menu>
      <MenuTrigger>
        <Button
          size="sm"
          aria-label={`${t('assigned.filter')}: ${chosen.label}`}
          icon={<Users aria-hidden className="size-4" />}
        >
          <bdi className="max-w-40 truncate">{chosen.label}</bdi>
        </Button>
      </MenuTrigger>
      <MenuContent>
        {[everybody, ...people].map(({ value, label }) => (
          <MenuItem
            key={value ?? ''}
            icon={value === chosen.value ? <Check /> : <span className="size-4" />}
            onSelect={() => onWho(value)}
          >
            {label}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  )
}
