import { forgetChat } from './chat/owner-deleted.ts'
import { claimThreads } from './chat/threads.ts'
import { claimComments } from './comments/comments.ts'
import type { Archives } from './data/archives.ts'
import type { Files } from './files/files.ts'
import { claimJobs, forgetJobs } from './jobs/claim.ts'
import { claimModelUse, forgetModelUse } from './models/use.ts'
import { claimNotifications, forgetNotifications } from './notifications/owner.ts'
import { forgetPages } from './pages/pages.ts'
import type { Queryable } from './platform/database/connect.ts'
import { forgetZone } from './preferences/last-zone.ts'
import { claimRecords } from './records/claim.ts'
import type { InstalledModule } from './records/installed.ts'
import { forgetRecords } from './records/owner-deleted.ts'
import { forgetShares } from './sharing/sharing.ts'
import { claimSpaces, forgetSpaces } from './spaces/claim.ts'
import { forgetTeams } from './teams/teams.ts'
import { forgetWebhooks } from './webhooks/webhooks.ts'
import { claimWorkforce } from './workforce/carts.ts'
import { forgetWorkforce } from './workforce/owner-deleted.ts'

interface Keepers {
  modules: readonly InstalledModule[]
  claimSecrets: (tx: Queryable, from: string, to: string) => Promise<void>
  files: Pick<Files, 'claim' | 'forget'>
  archives: Pick<Archives, 'claim' | 'forget'>
}

/** Everything that belongs to somebody: what becomes of it when a guest gets an account, and when its owner goes. */
export function ownedThings({ modules, claimSecrets, files, archives }: Keepers) {
  /** What goes with a team; the rest of a person's things is theirs alone. */
  const ofTeams = [
    forgetShares,
    forgetPages,
    forgetRecords,
    forgetJobs,
    forgetWebhooks,
    files.forget,
    forgetModelUse,
    forgetNotifications,
  ]
  return {
    ofTeams,
    transferOwnership: [
      claimThreads,
      claimRecords(modules.map(({ module }) => module)),
      claimComments,
      claimSecrets,
      claimJobs,
      files.claim,
      archives.claim,
      claimSpaces,
      claimWorkforce,
      claimModelUse,
      claimNotifications,
      forgetZone,
    ],
    onOwnerDeleted: [
      forgetChat,
      forgetPages,
      forgetShares,
      forgetRecords,
      forgetJobs,
      forgetWebhooks,
      files.forget,
      archives.forget,
      forgetSpaces,
      forgetWorkforce,
      forgetModelUse,
      forgetNotifications,
      forgetZone,
      forgetTeams(ofTeams),
    ],
  }
}
