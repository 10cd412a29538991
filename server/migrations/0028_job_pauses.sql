ALTER TABLE "jobs" ADD COLUMN "pause_asked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "mime" text;