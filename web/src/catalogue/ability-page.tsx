import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { Protected } from '../accounts/protected.tsx'
import { said } from '../i18n/said.ts'
import { Loading } from '../shell/loading.tsx'
import { NotFound } from '../shell/not-found.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { useAbility } from './ability.ts'
import { AbilityView, AbilityWays } from './ability-view.tsx'

/** /abilities/:abilityId: what one ability is, what can be asked of it, and the ways in. */
export function AbilityPage() {
  const { abilityId = '' } = useParams()
  const [params] = useSearchParams()
  useTranslation('entries')
  const ability = useAbility(abilityId)
  if (ability === undefined) return <Loading />
  if (ability === null)
    return (
      <Protected>
        <NotFound />
      </Protected>
    )
  return (
    <PageFrame
      title={said(ability.title)}
      text={<bdi>{said(ability.summary)}</bdi>}
      width="prose"
      actions={<AbilityWays ability={ability} words={params.get('q') ?? ''} />}
    >
      <AbilityView ability={ability} />
    </PageFrame>
  )
}
