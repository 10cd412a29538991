import { spaceOf } from '@atrium/contract/catalogue/spaces'
import { AppError } from '@atrium/contract/errors'
import { mayServe } from '@atrium/contract/space-models'
import type { Model, ModelRegistry } from '../models/model.ts'
import type { Sql } from './sql.ts'

/** The ids of the models that may serve a Space; null when all may. */
export async function modelsOf(sql: Sql, space: string | null): Promise<readonly string[] | null> {
  if (space === null) return null
  const { rows } = await sql.query<{ models: string[] }>('select models from space_models where space = $1', [space])
  return rows[0]?.models ?? null
}

export interface Choice {
  model: Model
  /** The model that would have answered, had it been allowed to. */
  insteadOf: string | null
}

/** Which model answers where only some may: the one that was wanted, else the first that may, else the Guide. */
export function chooseModel(
  registry: ModelRegistry,
  preferred: string | null | undefined,
  allowed: readonly string[] | null,
): Choice {
  const model = registry.select(preferred)
  if (mayServe(model.info, allowed)) return { model, insteadOf: null }
  const others = registry.list().filter(({ info }) => mayServe(info, allowed))
  const instead = others.find(({ info }) => info.provider !== 'guide') ?? others[0]
  if (!instead) throw new AppError('conflict', 'No model may answer in this Space. Ask an administrator to allow one.')
  return { model: instead, insteadOf: model.info.id }
}

const titleOf = (key: string): string => spaceOf(key)?.title ?? key

/**
 * The Space that a message belongs to. What was said where only some models may listen is told to no other, so such a
 * conversation stays where it is. `settles`: the conversation becomes that Space's with this message.
 */
export async function spaceOfMessage(
  sql: Sql,
  stored: string | null,
  asked: string | null,
): Promise<{ space: string | null; settles: boolean }> {
  if (asked === null || asked === stored) return { space: stored, settles: false }
  if ((await modelsOf(sql, asked)) !== null) {
    await refuseLeaving(sql, stored, asked)
    return { space: asked, settles: true }
  }
  return { space: (await modelsOf(sql, stored)) === null ? asked : stored, settles: false }
}

/** Throws `conflict` when what was said in a conversation may not go to another Space. */
export async function refuseLeaving(sql: Sql, from: string | null, to: string | null): Promise<void> {
  if (from === null || from === to || (await modelsOf(sql, from)) === null) return
  throw new AppError(
    'conflict',
    `What was said in ${titleOf(from)} stays there, because only some models may read it. Start a new conversation instead.`,
  )
}
