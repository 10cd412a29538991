import { z } from 'zod'

/** Names the scope that a call is made in: `team:<id>`. Without it a call is made in the person's own. */
export const SCOPE_HEADER = 'x-scope'
const TEAM = 'team:'

/** The owner of everything that belongs to a team. */
export const ownerOfTeam = (id: string): string => `${TEAM}${id}`
/** The team whose owner or scope this is; null for a person's or a visitor's. */
export const teamOf = (owner: string): string | null => (owner.startsWith(TEAM) ? owner.slice(TEAM.length) : null)

/** From most to least: an owner may do all, an admin everything but delete the team and name owners, an editor works, a viewer looks. */
export const TeamRole = z.enum(['owner', 'admin', 'editor', 'viewer'])
export type TeamRole = z.infer<typeof TeamRole>
/** Owners are made of members, never by a link. */
export const InvitedRole = TeamRole.exclude(['owner'])

export const TEAM_NAME_MAX = 60
/** Days for which a deleted team can be brought back. */
export const TEAM_GRACE_DAYS = 14

export const NewTeam = z.object({
  name: z
    .string('A team needs a name.')
    .trim()
    .min(1, 'A team needs a name.')
    .max(TEAM_NAME_MAX, `A team’s name has at most ${TEAM_NAME_MAX} characters.`),
})

export const Team = z.object({
  id: z.string(),
  name: z.string(),
  /** The caller's. */
  role: TeamRole,
  members: z.number(),
  owners: z.number(),
  createdAt: z.iso.datetime(),
  /** When it will be gone for good; its owners alone see it until then. */
  deletionAt: z.iso.datetime().nullable(),
})
export type Team = z.infer<typeof Team>
/** GET /api/teams */
export const TeamList = z.object({ teams: z.array(Team) })
export type TeamList = z.infer<typeof TeamList>

export const TeamMember = z.object({
  userId: z.string(),
  name: z.string(),
  /** null for editors and viewers, who are shown names alone. */
  email: z.string().nullable(),
  role: TeamRole,
  joinedAt: z.iso.datetime(),
})
export type TeamMember = z.infer<typeof TeamMember>

export const TeamInvitation = z.object({
  id: z.string(),
  /** Whom it is for; null for whoever has the link. */
  email: z.string().nullable(),
  role: InvitedRole,
  invitedBy: z.string().nullable(),
  expiresAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
})
export type TeamInvitation = z.infer<typeof TeamInvitation>

/** GET /api/teams/<id> */
export const TeamDetails = Team.extend({
  people: z.array(TeamMember),
  /** Those that are open; empty for who may not invite. */
  invitations: z.array(TeamInvitation),
})
export type TeamDetails = z.infer<typeof TeamDetails>

export const NewInvitation = z.object({
  role: InvitedRole.default('editor'),
  email: z
    .email('That is not an e-mail address.')
    .max(200, 'An e-mail address has at most 200 characters.')
    .nullish()
    .describe(
      'For this person alone, who is written to where mail is configured; without it whoever has the link joins.',
    ),
  expiresInDays: z.number().int().min(1, 'At least one day.').max(30, 'At most 30 days.').default(7),
})
/** Answer of POST /api/teams/<id>/invitations. */
export const MadeInvitation = TeamInvitation.extend({
  /** The link, shown this once. */
  url: z.string(),
  mailed: z.boolean(),
})
export type MadeInvitation = z.infer<typeof MadeInvitation>

/** GET /api/invitations/<token>: what whoever has the link is told. */
export const OpenInvitation = z.object({
  team: z.string(),
  role: InvitedRole,
  invitedBy: z.string().nullable(),
  email: z.string().nullable(),
  expiresAt: z.iso.datetime(),
})
export type OpenInvitation = z.infer<typeof OpenInvitation>
