-- A name as people compare names: blanks at the ends, capital letters and how an accent was typed make no other one. ICU's rules where the
-- server has them (all that are built for people do), else PostgreSQL's own.
DO $$
DECLARE chosen text;
BEGIN
	SELECT name INTO chosen FROM unnest(array['und-x-icu', 'pg_c_utf8', 'C.utf8']) WITH ORDINALITY AS wanted(name, place)
		JOIN pg_collation ON collname = name AND collencoding IN (-1, pg_char_to_encoding(getdatabaseencoding()))
		ORDER BY place LIMIT 1;
	EXECUTE format('CREATE OR REPLACE FUNCTION "record_folded"("said" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS %L',
		format('SELECT lower(normalize(btrim(said), NFC) COLLATE %I) COLLATE "C"', coalesce(chosen, 'C')));
END $$;--> statement-breakpoint
-- Keeps a row whose field (the first argument) is set from being changed but in the fields named after it, and from being removed. What
-- brings a row to a newer schema does not raise its version, and passes; so does what gives a guest's rows to their account.
CREATE OR REPLACE FUNCTION "record_immutable"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF old.deleted_at IS NOT NULL OR current_setting('atrium.claim', true) = 'on' OR coalesce(old.data->>TG_ARGV[0], '') IN ('', 'false')
		OR (new.version = old.version AND new.schema_version > old.schema_version) THEN
		RETURN new;
	END IF;
	IF new.deleted_at IS NOT NULL OR (new.data - coalesce(TG_ARGV[1:], '{}')) IS DISTINCT FROM (old.data - coalesce(TG_ARGV[1:], '{}')) THEN
		RAISE EXCEPTION 'a record that is final was to be changed' USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, DETAIL = old.id;
	END IF;
	RETURN new;
END $$;--> statement-breakpoint
-- The live rows of one parent (the first argument) add up to zero in the second; looked at when the transaction ends.
CREATE OR REPLACE FUNCTION "record_balanced"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	parents text[] := array[new.data->>TG_ARGV[0]];
	parent text;
	total numeric;
BEGIN
	IF TG_OP = 'UPDATE' AND old.data->>TG_ARGV[0] IS DISTINCT FROM new.data->>TG_ARGV[0] THEN
		parents := parents || (old.data->>TG_ARGV[0]);
	END IF;
	FOREACH parent IN ARRAY parents LOOP
		EXECUTE format('SELECT sum(CASE WHEN jsonb_typeof(data->%2$L) = ''number'' THEN (data->>%2$L)::numeric END) FROM %1$I
			WHERE scope_id = $1 AND collection = %3$L AND deleted_at IS NULL AND ((data->>%4$L) COLLATE "C") = $2',
			TG_TABLE_NAME, TG_ARGV[1], new.collection, TG_ARGV[0]) INTO total USING new.scope_id, parent;
		IF total <> 0 THEN
			RAISE EXCEPTION 'records that belong together do not add up to zero' USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME,
				DETAIL = total::text;
		END IF;
	END LOOP;
	RETURN NULL;
END $$;
