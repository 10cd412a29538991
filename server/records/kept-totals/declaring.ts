import type { KeptTotals } from '@atrium/contract/module'
import pg from 'pg'
import type { Place } from '../constraints/place.ts'
import { type Declared, namedBy, partitionOf } from '../declared.ts'
import { keyFields, keyText, sumTexts } from './keys.ts'

/** Beside the tables that are backed up: what lies here is made of them, and made anew where it is missing. */
export const SUMS = 'derived.record_sums'

/** Any fixed number: the family of the locks below. */
const LOCKS = 0x4175

/**
 * A group has a row for each transaction that writes at the same time, not one that they would wait for: each takes the first place
 * of the person's that is free until it ends. So nobody waits for a long import, and no two can lock one another out.
 */
const SHARED = `create schema if not exists derived;
create table if not exists ${SUMS} (scope_id text not null, name text not null, key jsonb not null, place int not null,
  count bigint not null, sums numeric[] not null, primary key (scope_id, name, key, place));
create or replace function derived.free_place(scope text) returns int language plpgsql as $$
declare place int := 0;
begin
  while not pg_try_advisory_xact_lock(${LOCKS}, hashtext(scope || ' ' || place)) loop place := place + 1; end loop;
  return place;
end $$;`

function upsert(name: string, row: 'old' | 'new', key: string, sums: readonly string[]): string {
  const sign = row === 'new' ? '' : '-'
  const moved = sums.map((_, at) => `s.sums[${at + 1}] + excluded.sums[${at + 1}]`)
  return `insert into ${SUMS} as s values (${row}.scope_id, ${name}, ${key}, derived.free_place(${row}.scope_id), ${sign}1,
      array[${sums.map((one) => `${sign}${one}`).join(', ')}]::numeric[])
    on conflict (scope_id, name, key, place) do update set count = s.count + excluded.count, sums = array[${moved.join(', ')}]::numeric[];`
}

function kept({ module, name, collection }: Place, declared: KeptTotals): Declared {
  const table = partitionOf(module)
  const of = (row: string) => ({
    key: keyText(collection, declared, `${row}data`),
    sums: sumTexts(collection, declared, `${row}data`),
  })
  const [plain, before, after] = [of(''), of('old.'), of('new.')]
  const named = namedBy('sm', module, JSON.stringify([name, plain]))
  const said = pg.escapeLiteral(named)
  const collected = pg.escapeLiteral(name)
  const same = [[before.key, after.key], ...before.sums.map((one, at) => [one, after.sums[at]])]
  const sql = `${SHARED}
create or replace function derived.${named}() returns trigger language plpgsql as $$
begin
  if coalesce(new.collection, old.collection) <> ${collected} then return null; end if;
  if tg_op = 'UPDATE' then
    if old.scope_id = new.scope_id and (old.deleted_at is null) = (new.deleted_at is null)
      and ${same.map(([one, other]) => `${one} is not distinct from ${other}`).join(' and ')} then return null; end if;
  end if;
  if tg_op <> 'INSERT' then if old.deleted_at is null then
    ${upsert(said, 'old', before.key, before.sums)}
  end if; end if;
  if tg_op <> 'DELETE' then if new.deleted_at is null then
    ${upsert(said, 'new', after.key, after.sums)}
  end if; end if;
  return null;
end $$;
create trigger ${named} after insert or update or delete on ${table} for each row execute function derived.${named}();
delete from ${SUMS} where name = ${said};
insert into ${SUMS} select scope_id, ${said}, ${plain.key}, 0, count(*), array[${plain.sums.map((one) => `sum(${one})`).join(', ')}]::numeric[]
  from ${table} where collection = ${collected} and deleted_at is null group by scope_id, 3;`
  return { name: named, collection: name, fields: keyFields(declared), sql }
}

/** The triggers that keep what the rows of a collection come to. */
export const keptTotals = (place: Place): Declared[] => (place.collection.totals ?? []).map((one) => kept(place, one))

/** Whether what is called so is a kept total. */
export const isKept = (name: string): boolean => name.startsWith('sm_')

/** The statements that take one away again. */
export const dropKept = (name: string, module: string): string =>
  `drop trigger ${name} on ${partitionOf(module)}; drop function if exists derived.${name}();
   delete from ${SUMS} where name = ${pg.escapeLiteral(name)}`
