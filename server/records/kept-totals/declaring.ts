import type { KeptTotals } from '@atrium/contract/kept-totals'
import type { Collection } from '@atrium/contract/module'
import pg from 'pg'
import type { Place } from '../constraints/place.ts'
import { type Declared, namedBy, partitionOf } from '../declared.ts'
import { keyFields, keyText, sumTexts } from './keys.ts'

/** Beside the tables that are backed up: what lies here is made of them, and made anew where it is missing. */
export const SUMS = 'derived.record_sums'
/** What is kept: each with the part of the trigger's body that keeps it. */
const KEPT = 'derived.kept_totals'

/** Any fixed number: the family of the locks below. */
const LOCKS = 0x4175

/**
 * A group has a row for each transaction that writes at the same time, not one that they would wait for: each takes the first place
 * of the person's that is free until it ends. So nobody waits for a long import, and no two can lock one another out.
 *
 * One trigger for each kind of statement on the parent of all partitions adds up what the whole statement did: by the row, an import
 * took three times as long.
 */
const SHARED = `create schema if not exists derived;
create table if not exists ${SUMS} (scope_id text not null, name text not null, key jsonb not null, place int not null,
  count bigint not null, sums numeric[] not null, primary key (scope_id, name, key, place));
create table if not exists ${KEPT} (name text primary key, module text not null, body text not null);
create or replace function derived.free_place(scope text) returns int language plpgsql as $$
declare place int := 0;
begin
  while not pg_try_advisory_xact_lock(${LOCKS}, hashtext(scope || ' ' || place)) loop place := place + 1; end loop;
  return place;
end $$;
create or replace function derived.keep(event text, tables text) returns void language plpgsql as $$
declare
  named text := 'keep_totals_on_' || event;
  is_kept boolean := exists (select from ${KEPT});
  is_there boolean := exists (select from pg_trigger where tgrelid = 'public.records'::regclass and tgname = named);
begin
  if is_kept and not is_there then
    execute format('create trigger %I after %s on public.records referencing %s for each statement execute function derived.keep_totals()',
      named, event, tables);
  elsif is_there and not is_kept then execute format('drop trigger %I on public.records', named);
  end if;
end $$;
create or replace function derived.compile_totals() returns void language plpgsql as $$
begin
  execute format('create or replace function derived.keep_totals() returns trigger language plpgsql as %L', format(
    'declare modules text[]; begin
       if tg_op = ''DELETE'' then select array_agg(distinct module) into modules from departed;
       else select array_agg(distinct module) into modules from arrived; end if;
       %s return null; end', (select string_agg(
         format('if %L = any(modules) then %s end if;', module, bodies), ' ' order by module)
       from (select module, string_agg(body, ' ' order by name) as bodies from ${KEPT} group by module) as of_modules)));
  perform derived.keep('insert', 'new table as arrived');
  perform derived.keep('update', 'old table as departed new table as arrived');
  perform derived.keep('delete', 'old table as departed');
end $$;`

/** The part of the trigger's body that keeps one: what came counts up, what went counts down, and what did not matter is no row. */
function bodyOf({ module, name, collection }: Place, declared: KeptTotals, named: string): string {
  const key = keyText(collection, declared, 'data')
  const sums = sumTexts(collection, declared, 'data')
  const numbers = sums.map((_, at) => `v${at + 1}`)
  const rows = (table: string, sign: '' | '-') =>
    `select scope_id, ${key} as key, ${sign}1 as n${sums.map((one, at) => `, ${sign}(${one}) as v${at + 1}`).join('')}
     from ${table} where module = ${pg.escapeLiteral(module)} and collection = ${pg.escapeLiteral(name)} and deleted_at is null`
  const add = (from: string) => `insert into ${SUMS} as s
     select scope_id, ${pg.escapeLiteral(named)}, key, derived.free_place(scope_id), sum(n), array[${numbers.map((one) => `sum(${one})`).join(', ')}]::numeric[]
     from (${from}) as rows group by scope_id, key having ${['n', ...numbers].map((one) => `sum(${one}) <> 0`).join(' or ')}
     on conflict (scope_id, name, key, place) do update set count = s.count + excluded.count,
       sums = array[${numbers.map((_, at) => `s.sums[${at + 1}] + excluded.sums[${at + 1}]`).join(', ')}]::numeric[];`
  const [arrived, departed] = [rows('arrived', ''), rows('departed', '-')]
  return `if tg_op = 'INSERT' then ${add(arrived)}
    elsif tg_op = 'DELETE' then ${add(departed)}
    else ${add(`${arrived} union all ${departed}`)} end if;`
}

function kept(place: Place, declared: KeptTotals): Declared {
  const { module, name, collection } = place
  const key = keyText(collection, declared, 'data')
  const sums = sumTexts(collection, declared, 'data')
  const named = namedBy('sm', module, JSON.stringify([name, key, sums]))
  const [said, body] = [pg.escapeLiteral(named), pg.escapeLiteral(bodyOf(place, declared, named))]
  const sql = `${SHARED}
lock table public.records in share row exclusive mode;
insert into ${KEPT} values (${said}, ${pg.escapeLiteral(module)}, ${body}) on conflict (name) do update set body = excluded.body;
select derived.compile_totals();
delete from ${SUMS} where name = ${said};
insert into ${SUMS} select scope_id, ${said}, ${key}, 0, count(*), array[${sums.map((one) => `sum(${one})`).join(', ')}]::numeric[]
  from ${partitionOf(module)} where collection = ${pg.escapeLiteral(name)} and deleted_at is null group by scope_id, 3;`
  return { name: named, collection: name, fields: keyFields(declared), sql }
}

/** What keeps what the rows of a collection come to. */
export const keptTotals = (place: Place): Declared[] => (place.collection.totals ?? []).map((one) => kept(place, one))

const names = new WeakMap<Collection, readonly string[]>()
/** Those that the database refused to keep when the server started: rows are read in their place. */
const unkept = new Set<string>()

/** Remembers whether one is kept. */
export const setKept = (name: string, is: boolean): void => void (is ? unkept.delete(name) : unkept.add(name))

/** Under what name one of a collection's is kept; null where it is not. */
export function keptName(place: Place, at: number): string | null {
  const all = names.get(place.collection) ?? keptTotals(place).map(({ name }) => name)
  names.set(place.collection, all)
  const name = all[at]
  return name === undefined || unkept.has(name) ? null : name
}

/** Whether what is called so is a kept total. */
export const isKept = (name: string): boolean => name.startsWith('sm_')

/** The statements that take one away again. */
export const dropKept = (name: string): string =>
  `delete from ${KEPT} where name = ${pg.escapeLiteral(name)}; select derived.compile_totals();
   delete from ${SUMS} where name = ${pg.escapeLiteral(name)}`

/** Those that are kept, by their module's partition. */
export async function existingTotals(client: Pick<pg.ClientBase, 'query'>): Promise<Map<string, string[]>> {
  const [there] = (await client.query<{ found: boolean }>(`select to_regclass('${KEPT}') is not null as found`)).rows
  if (!there?.found) return new Map()
  const { rows } = await client.query<{ name: string; module: string }>(
    `select name, module from ${KEPT} where exists
       (select from pg_trigger where tgrelid = 'public.records'::regclass and tgname = 'keep_totals_on_insert')`,
  )
  const names = Map.groupBy(rows, ({ module }) => partitionOf(module))
  return new Map([...names].map(([partition, kept]) => [partition, kept.map(({ name }) => name)]))
}
