import type { SeatDetails } from '@atrium/contract/workforce-seats'
import { Ellipsis, LogOut, Pause, PencilLine, Play, Plus, UserRoundPen } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '../../ui/menu.tsx'
import { ChangeManager } from '../org/change-manager.tsx'
import { managerKeyOf, personKey, seatKey } from '../org/org-tree.ts'
import { useOrg } from '../org/use-org.ts'
import { taskPage } from '../work/task-line.tsx'
import { useCost } from '../work/use-cost.ts'
import { LetGo } from './let-go.tsx'
import { RenameSeat } from './rename-seat.tsx'
import { SeatMissing } from './seat-missing.tsx'
import { newTaskPage, seatPage } from './seat-paths.ts'
import { SeatStanding } from './seat-standing.tsx'
import { usePause } from './use-pause.ts'

type Opened = 'name' | 'manager' | 'leaving' | null

/** New task; pause; and what is done now and then in a menu. */
export function SeatActions({ seat }: { seat: SeatDetails }) {
  const { t } = useTranslation('seats')
  const [opened, setOpened] = useState<Opened>(null)
  const isPaused = seat.status === 'paused'
  // What an overdue invoice stopped, its payment alone sets going: it is said above.
  const canBePaused = seat.status === 'active' || seat.pausedFor === 'person'
  const pause = usePause(seat)
  if (seat.status === 'ended') return null
  const dialog = (name: Opened) => ({
    open: opened === name,
    onOpenChange: (open: boolean) => setOpened(open ? name : null),
  })
  return (
    <>
      <Menu>
        <MenuTrigger>
          <IconButton label={t('seat.more')} icon={<Ellipsis />} />
        </MenuTrigger>
        <MenuContent align="end">
          <MenuItem icon={<PencilLine aria-hidden />} onSelect={() => setOpened('name')}>
            {t('seat.rename')}
          </MenuItem>
          <MenuItem icon={<UserRoundPen aria-hidden />} onSelect={() => setOpened('manager')}>
            {t('org.changeManager')}
          </MenuItem>
          {!seat.isLeaving && (
            <>
              <MenuSeparator />
              <MenuItem danger icon={<LogOut aria-hidden />} onSelect={() => setOpened('leaving')}>
                {t('leaving.letGo')}
              </MenuItem>
            </>
          )}
        </MenuContent>
      </Menu>
      {canBePaused && (
        <Button
          icon={isPaused ? <Play aria-hidden className="size-4" /> : <Pause aria-hidden className="size-4" />}
          loading={pause.isPending}
          onClick={() => pause.mutate(!isPaused)}
        >
          {t(isPaused ? 'seat.resume' : 'seat.pause')}
        </Button>
      )}
      <Link to={newTaskPage(seat.id)} className={buttonClass('primary')}>
        <Plus aria-hidden className="size-4" />
        {t('seat.newTask')}
      </Link>
      <RenameSeat seat={seat} {...dialog('name')} />
      <ChangeManager key={managerKeyOf(seat)} seat={seat} {...dialog('manager')} />
      <LetGo seat={seat} {...dialog('leaving')} />
    </>
  )
}

/** What stands above the tabs: how the seat stands, whom it reports to, what it does, what it costs. */
export function SeatFacts({ seat }: { seat: SeatDetails }) {
  const { t } = useTranslation('seats')
  const cost = useCost()
  const { inProgress, spentMicros, isPriced } = seat
  return (
    <div className="mb-5 flex flex-col gap-4">
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        <Fact name={t('seats.status')}>
          <SeatStanding seat={seat} />
        </Fact>
        <Fact name={t('org.manager')}>
          <ManagerName seat={seat} />
        </Fact>
        <Fact name={t('seats.now')}>
          {inProgress ? (
            <Link
              to={taskPage(inProgress.id)}
              title={inProgress.title}
              className="block max-w-72 truncate hover:underline"
            >
              <bdi>{inProgress.title}</bdi>
            </Link>
          ) : (
            <span className="text-muted">{t('seat.idle')}</span>
          )}
        </Fact>
        <Fact name={t('seats.spent')}>
          <Link to={seatPage(seat.id, 'budget')} className="tabular-nums hover:underline">
            {cost(spentMicros, isPriced)}
          </Link>
        </Fact>
      </dl>
      <SeatMissing seat={seat} />
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-0.5 flex min-h-5 items-center">{children}</dd>
    </div>
  )
}

function ManagerName({ seat }: { seat: SeatDetails }) {
  const { t } = useTranslation('seats')
  const { data } = useOrg()
  const key = managerKeyOf(seat)
  const person = data?.people.find(({ id }) => personKey(id) === key)
  const manager = data?.seats.find(({ id }) => seatKey(id) === key)
  if (manager)
    return (
      <Link to={seatPage(manager.id)} className="max-w-60 truncate hover:underline" title={manager.name}>
        <bdi>{manager.name}</bdi>
      </Link>
    )
  const name = person ? (person.isYou ? t('task.you') : person.name) : t('org.nobody')
  return (
    <Link to="/org-chart" className="max-w-60 truncate hover:underline">
      <bdi>{data || key === null ? name : '…'}</bdi>
    </Link>
  )
}
