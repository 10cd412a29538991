import { AppError } from '@atrium/contract/errors'
import type { StoredDataset } from '../module.ts'
import { meant, named } from '../names.ts'
import { say } from '../say.ts'
import type { Context } from './keeping.ts'

/** What is known of each, without its rows: those lie in files. */
export const datasetsOf = ({ datasets }: Pick<Context['store'], 'datasets'>): Promise<StoredDataset[]> =>
  Array.fromAsync(datasets.each({ order: '-createdAt' }))

/** Throws `not_found` with the names that there are. */
export async function findDataset({ store }: Pick<Context, 'store'>, wanted: string): Promise<StoredDataset> {
  const all = await datasetsOf(store)
  const byId = all.find(({ id }) => id === wanted)
  if (byId) return byId
  if (all.length === 0) throw new AppError('not_found', say('noDataset'))
  const found = meant(wanted, all, ({ name }) => name)
  if (found.length === 1) return found[0] as StoredDataset
  const names = named((found.length > 0 ? found : all).map(({ name }) => name))
  throw new AppError(
    'not_found',
    found.length > 1 ? say('severalDatasets', { wanted, names }) : say('noDatasetCalled', { wanted, names }),
  )
}
