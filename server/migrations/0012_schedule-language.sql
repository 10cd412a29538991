ALTER TABLE "seat_schedules" ADD COLUMN "time_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "seat_schedules" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
CREATE INDEX "seat_tasks_schedule" ON "seat_tasks" USING btree ("schedule_id") WHERE schedule_id is not null;