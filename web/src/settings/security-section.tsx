import { ApiKeys } from './api-keys.tsx'
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
      <Sessions />
      <ApiKeys />
    </>
  )
}
