import type { Account } from '@atrium/contract/account-security'
import { useQuery } from '@tanstack/react-query'

export const ACCOUNT = '/api/user/account'

/** What the settings know of the account beside the user. */
export const useAccount = () => useQuery<Account>({ queryKey: [ACCOUNT] })
