import type pg from 'pg'

export type Sql = Pick<pg.Pool, 'query'> | Pick<pg.ClientBase, 'query'>
