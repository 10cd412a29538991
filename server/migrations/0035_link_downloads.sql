CREATE TABLE "link_downloads" (
	"link_id" text NOT NULL,
	"target" text NOT NULL,
	"day" date NOT NULL,
	"id" text NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "link_downloads_link_id_target_day_pk" PRIMARY KEY("link_id","target","day")
);
--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "downloads" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "downloaded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "link_downloads" ADD CONSTRAINT "link_downloads_link_id_share_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."share_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "link_downloads_last" ON "link_downloads" USING btree ("last_at");