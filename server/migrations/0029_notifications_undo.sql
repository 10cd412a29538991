ALTER TABLE "notifications" ADD COLUMN "change_id" text;--> statement-breakpoint
ALTER TABLE "waiting_notifications" ADD COLUMN "change_id" text;