ALTER TABLE "seat_tasks" ADD COLUMN "result" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "seat_tasks_person" ON "seat_tasks" USING btree ("user_id") WHERE user_id is not null;