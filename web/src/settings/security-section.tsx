import { ApiKeys } from './api-keys.tsx'
import { Connections } from './connections.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { Sessions } from './sessions.tsx'
import { TwoFactor } from './two-factor.tsx'

export function SecuritySection() {
  return (
    <>
      <PasswordPanel />
      <TwoFactor />
      <Passkeys />
      <Connections />
      <Sessions />
      <ApiKeys />
    </>
  )
}
