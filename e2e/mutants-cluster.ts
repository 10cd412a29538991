import pg from 'pg'
import type { TestProject } from 'vitest/node'

/** What the drill made once for all mutants: a cluster, and in it the template that each test file clones. */
export interface MutantsCluster {
  testCluster: pg.ClientConfig
  testTemplate: string
}

/** Vitest's global set-up for one mutant: nothing is started, and the clones that its tests made go. */
export function setup(project: TestProject): () => Promise<void> {
  const { testCluster, testTemplate } = JSON.parse(process.env.MUTANTS_CLUSTER ?? '') as MutantsCluster
  project.provide('testCluster', testCluster)
  project.provide('testTemplate', testTemplate)
  return async () => {
    const admin = new pg.Client(testCluster)
    await admin.connect()
    const { rows } = await admin.query('select datname from pg_database where starts_with(datname, $1)', [
      `${testTemplate}_`,
    ])
    for (const { datname } of rows)
      await admin.query(`drop database if exists ${pg.escapeIdentifier(datname)} with (force)`)
    await admin.end()
  }
}
