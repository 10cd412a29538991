CREATE TABLE "share_links" (
	"id" text PRIMARY KEY NOT NULL,
	"scope_id" text NOT NULL,
	"module" text NOT NULL,
	"subject" text NOT NULL,
	"token_hash" text NOT NULL,
	"password" text,
	"expires_at" timestamp (3) with time zone,
	"uses" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"name" text NOT NULL,
	"size" bigint NOT NULL,
	"path" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "share_links_token" ON "share_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "share_links_scope" ON "share_links" USING btree ("scope_id","module");--> statement-breakpoint
CREATE INDEX "uploads_owner" ON "uploads" USING btree ("owner_id");