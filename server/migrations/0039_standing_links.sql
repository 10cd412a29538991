DROP INDEX "share_links_scope";--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "is_standing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "share_links" SET "is_standing" = true WHERE "module" = 'content-calendar' AND "subject" LIKE 'invitation:%' AND "password" IS NULL;--> statement-breakpoint
CREATE INDEX "share_links_made" ON "share_links" USING btree ("scope_id","module","created_at") WHERE not "share_links"."is_standing";--> statement-breakpoint
CREATE INDEX "share_links_ending" ON "share_links" USING btree ("expires_at") WHERE "share_links"."is_standing";--> statement-breakpoint
CREATE INDEX "share_links_scope" ON "share_links" USING btree ("scope_id","module","subject");