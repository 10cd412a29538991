CREATE TABLE "page_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"page_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "page_visits" (
	"page_id" text NOT NULL,
	"day" date NOT NULL,
	"visits" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "page_visits_page_id_day_pk" PRIMARY KEY("page_id","day")
);
--> statement-breakpoint
CREATE TABLE "public_pages" (
	"id" text PRIMARY KEY NOT NULL,
	"scope_id" text NOT NULL,
	"module" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"language" text NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"is_listed" boolean DEFAULT false NOT NULL,
	"password" text,
	"expires_at" timestamp (3) with time zone,
	"allows" text[] DEFAULT '{}'::text[] NOT NULL,
	"fields" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "public_pages_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "record_shares" (
	"id" text PRIMARY KEY NOT NULL,
	"scope_id" text NOT NULL,
	"module" text NOT NULL,
	"collection" text NOT NULL,
	"record_id" text NOT NULL,
	"grantee_id" text,
	"called" text NOT NULL,
	"role" text NOT NULL,
	"shared_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "page_slugs" ADD CONSTRAINT "page_slugs_page_id_public_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."public_pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_visits" ADD CONSTRAINT "page_visits_page_id_public_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."public_pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_shares" ADD CONSTRAINT "record_shares_record" FOREIGN KEY ("record_id","module","scope_id") REFERENCES "public"."records"("id","module","scope_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "page_slugs_page" ON "page_slugs" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "public_pages_scope" ON "public_pages" USING btree ("scope_id","module");--> statement-breakpoint
CREATE UNIQUE INDEX "record_shares_called" ON "record_shares" USING btree ("record_id","called");--> statement-breakpoint
CREATE INDEX "record_shares_grantee" ON "record_shares" USING btree ("grantee_id");--> statement-breakpoint
CREATE INDEX "record_shares_scope" ON "record_shares" USING btree ("scope_id","module");