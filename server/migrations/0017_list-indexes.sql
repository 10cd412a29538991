DROP INDEX "seat_tasks_ended";--> statement-breakpoint
DROP INDEX "seat_tasks_seat_ended";--> statement-breakpoint
CREATE INDEX "approvals_task" ON "approvals" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "deliverables_review" ON "deliverables" USING btree ("owner_id","handed_in_at","id") WHERE state = 'in_review';--> statement-breakpoint
CREATE INDEX "workforce_events_subject" ON "workforce_events" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "seat_tasks_ended" ON "seat_tasks" USING btree ("owner_id","ended_at","id") WHERE status in ('done', 'cancelled');--> statement-breakpoint
CREATE INDEX "seat_tasks_seat_ended" ON "seat_tasks" USING btree ("seat_id","ended_at","id") WHERE status in ('done', 'cancelled');