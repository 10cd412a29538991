-- The rows of each module lie in a partition of their own, so that its indexes are its own; docs/decisions/026.
ALTER TABLE "record_versions" DROP CONSTRAINT "record_versions_record_id_records_id_fk";--> statement-breakpoint
ALTER TABLE "record_versions" DROP CONSTRAINT "record_versions_change_id_changes_id_fk";--> statement-breakpoint
ALTER TABLE "records" RENAME TO "records_before";--> statement-breakpoint
ALTER TABLE "record_versions" RENAME TO "record_versions_before";--> statement-breakpoint
DROP INDEX "records_fence", "records_data", "records_search", "record_versions_change";--> statement-breakpoint
CREATE TABLE "records" (
	"id" text NOT NULL,
	"scope_id" text NOT NULL,
	"module" text NOT NULL,
	"collection" text NOT NULL,
	"data" jsonb NOT NULL,
	"schema_version" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"search" "tsvector" DEFAULT ''::tsvector NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
) PARTITION BY LIST ("module");--> statement-breakpoint
CREATE TABLE "record_versions" (
	"record_id" text NOT NULL,
	"module" text NOT NULL,
	"scope_id" text NOT NULL,
	"version" integer NOT NULL,
	"change_id" text NOT NULL,
	"before" jsonb,
	"deleted_before" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
) PARTITION BY LIST ("module");--> statement-breakpoint
CREATE TABLE "records_others" PARTITION OF "records" DEFAULT;--> statement-breakpoint
CREATE TABLE "record_versions_others" PARTITION OF "record_versions" DEFAULT;--> statement-breakpoint
DO $$
DECLARE id text;
BEGIN
	FOR id IN SELECT DISTINCT "module" FROM "records_before" WHERE "module" ~ '^[a-z][a-z0-9-]{0,40}$' LOOP
		EXECUTE format('CREATE TABLE %I PARTITION OF "records" FOR VALUES IN (%L)', 'records_of_' || replace(id, '-', '_'), id);
		EXECUTE format('CREATE TABLE %I PARTITION OF "record_versions" FOR VALUES IN (%L)', 'record_versions_of_' || replace(id, '-', '_'), id);
	END LOOP;
END $$;--> statement-breakpoint
INSERT INTO "records" ("id", "scope_id", "module", "collection", "data", "schema_version", "version", "search", "created_at", "updated_at", "deleted_at")
	SELECT "id", "scope_id", "module", "collection", "data", "schema_version", "version", "search", "created_at", "updated_at", "deleted_at" FROM "records_before";--> statement-breakpoint
INSERT INTO "record_versions" ("record_id", "module", "scope_id", "version", "change_id", "before", "deleted_before", "created_at")
	SELECT v."record_id", r."module", r."scope_id", v."version", v."change_id", v."before", v."deleted_before", v."created_at"
	FROM "record_versions_before" v JOIN "records_before" r ON r."id" = v."record_id";--> statement-breakpoint
DROP TABLE "record_versions_before";--> statement-breakpoint
DROP TABLE "records_before";--> statement-breakpoint
ALTER TABLE "records" ADD CONSTRAINT "records_key" PRIMARY KEY("id","module","scope_id");--> statement-breakpoint
ALTER TABLE "record_versions" ADD CONSTRAINT "record_versions_key" PRIMARY KEY("record_id","version","module","scope_id");--> statement-breakpoint
CREATE INDEX "records_fence" ON "records" USING btree ("scope_id","collection","created_at");--> statement-breakpoint
CREATE INDEX "records_data" ON "records" USING gin ("data" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "records_search" ON "records" USING gin ("search");--> statement-breakpoint
CREATE INDEX "record_versions_change" ON "record_versions" USING btree ("change_id");--> statement-breakpoint
ALTER TABLE "record_versions" ADD CONSTRAINT "record_versions_record" FOREIGN KEY ("record_id","module","scope_id") REFERENCES "public"."records"("id","module","scope_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "record_versions" ADD CONSTRAINT "record_versions_change_id_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."changes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- An ISO 8601 text with its offset as an instant: the same under every setting of the session, which the plain cast does not promise.
CREATE OR REPLACE FUNCTION "record_moment"("said" text) RETURNS timestamp with time zone LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
	IF said ~ '^[1-9]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4]):?[0-5]\d)$'
		AND (substr(said, 9, 2) <= '28' OR substr(said, 9, 2)::int <=
			extract(day FROM make_date(substr(said, 1, 4)::int, substr(said, 6, 2)::int, 1) + interval '1 month - 1 day')) THEN
		RETURN said::timestamptz;
	END IF;
	RETURN NULL;
END $$;
